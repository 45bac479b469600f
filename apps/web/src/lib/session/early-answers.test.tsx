import { afterEach, expect, test, vi } from 'vitest'
import { takeEarlyAnswer } from './early-answers.ts'

const ADDRESS = '/facebook-business/user/property'
const HEADERS = { Accept: 'application/json', 'Accept-Language': 'en', 'X-CT': 'mine' }

afterEach(() => {
  delete window.early_answers
})

function ask(asked_ms = performance.now()) {
  const response = Promise.resolve(new Response('{}'))
  const abort = vi.fn()
  window.early_answers = [{ address: ADDRESS, headers: { ...HEADERS }, response, abort, asked_ms }]
  return { response, abort }
}
const { signal: unaborted } = new AbortController()

test('a reading on its way is taken once', () => {
  const { response, abort } = ask()
  expect(takeEarlyAnswer(ADDRESS, HEADERS, unaborted)).toBe(response)
  expect(takeEarlyAnswer(ADDRESS, HEADERS, unaborted)).toBeNull()
  expect(abort).not.toHaveBeenCalled()
})

test('once the program has asked first, there is nothing to be asked ahead', () => {
  expect(takeEarlyAnswer(ADDRESS, HEADERS, unaborted)).toBeNull()
  expect(window.early_answers).toEqual([])
})

test('what was asked for another customer, in another language or a while ago is given up', () => {
  for (const other of [{ 'X-CT': 'yours' }, { 'Accept-Language': 'de' }]) {
    const { abort } = ask()
    expect(takeEarlyAnswer(ADDRESS, { ...HEADERS, ...other }, unaborted)).toBeNull()
    expect(abort).toHaveBeenCalledOnce()
    expect(takeEarlyAnswer(ADDRESS, HEADERS, unaborted)).toBeNull()
  }
  const { abort } = ask(performance.now() - 60_000)
  expect(takeEarlyAnswer(ADDRESS, HEADERS, unaborted)).toBeNull()
  expect(abort).toHaveBeenCalledOnce()
})

test('other addresses don’t take it; its taker can cancel it', () => {
  const { abort } = ask()
  expect(takeEarlyAnswer(`${ADDRESS}?cursor=2`, HEADERS, unaborted)).toBeNull()
  const cancelled = new AbortController()
  takeEarlyAnswer(ADDRESS, HEADERS, cancelled.signal)
  expect(abort).not.toHaveBeenCalled()
  cancelled.abort()
  expect(abort).toHaveBeenCalledOnce()
})
