import { CALLS } from '@adtally/contract/calls.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { buildUser } from '../../testing/start-app.tsx'
import { chooseLanguage } from '../language.ts'
import { FIRST_PICTURE, keepLastAnswers } from './last-answers.ts'
import { followOtherTabs, signIn, signOut } from './session.ts'

const ada = buildUser()
const bob = buildUser({ customer_id: '01890000-0000-7000-8000-000000000002', username: 'bob' })

beforeEach(() => {
  localStorage.clear()
  chooseLanguage('en')
  signOut()
  signIn('token-of-ada', ada)
})

/** Simulates a page's life: what `fill` puts into the cache is stored when the page is left. */
function visit(fill: (client: QueryClient) => void): QueryClient {
  const client = new QueryClient()
  const stop = keepLastAnswers(client)
  fill(client)
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  stop()
  return client
}
const answerOf = (client: QueryClient) => client.getQueryData(['property', {}])

it('the last answers are there at the next start, with their time', () => {
  const answered_at = Date.parse('2026-03-01T12:00:00Z')
  visit((client) => client.setQueryData(['property', {}], { total: '5.00' }, { updatedAt: answered_at }))
  const next = visit(() => undefined)
  expect(answerOf(next)).toEqual({ total: '5.00' })
  expect(next.getQueryState(['property', {}])?.dataUpdatedAt).toBe(answered_at)
})
it('nothing but what a first picture needs is on the device [proof 175]', () => {
  const rows = Array.from({ length: 100 }, (_, row) => ({ row, text: 'x'.repeat(300) }))
  const list = {
    pages: [
      { items: rows, next_cursor: '1' },
      { items: rows, next_cursor: null },
    ],
    pageParams: [null, '1'],
  }
  visit((client) => {
    client.setQueryData(['property', {}], { total: '5.00' })
    client.setQueryData(['transactionFlowList', {}], list)
    client.setQueryData(['transactionFlowList', { month: '2026-10' }], list)
    for (const name of [
      'transactionFlowDetail',
      'transactionFlowMonth',
      'withdrawalList',
      'cardInfo',
      'userInfo',
    ])
      client.setQueryData([name, {}], { secret: name })
  })
  const kept = localStorage.getItem('last_answers') ?? ''
  expect(kept.length).toBeLessThan(10_000)
  expect(kept).not.toContain('secret')
  const next = visit(() => undefined)
  expect(answerOf(next)).toEqual({ total: '5.00' })
  expect(next.getQueryData(['transactionFlowList', {}])).toEqual({
    pages: [{ items: rows.slice(0, 10), next_cursor: null }],
    pageParams: [null],
  })
  expect(next.getQueryData(['transactionFlowList', { month: '2026-10' }])).toBeUndefined()
})
it('control: what a first picture needs are calls that there are', () => {
  expect(CALLS.map(({ name }) => name)).toEqual(expect.arrayContaining(FIRST_PICTURE))
})
it('a tab that has not heard of the sign-out in another brings nothing back [proof 179]', () => {
  const client = visit((each) => each.setQueryData(['property', {}], { total: '5.00' }))
  // As another tab does; a page in the back-forward cache gets no event of it.
  for (const key of ['fb_token', 'fb_userInfo', 'last_answers']) localStorage.removeItem(key)
  const stop = keepLastAnswers(client)
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  stop()
  expect(localStorage.getItem('last_answers')).toBeNull()
})
it('nor one that hears of it, on its own page either [proof 180]', () => {
  const client = visit((each) => each.setQueryData(['property', {}], { total: '5.00' }))
  const stop = followOtherTabs()
  localStorage.removeItem('fb_token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'fb_token' }))
  stop()
  expect(localStorage.getItem('last_answers')).toBeNull()
  expect(answerOf(client)).toBeUndefined()
})
it('they go with the customer who signs out, from the device and from the page', () => {
  const client = visit((each) => each.setQueryData(['property', {}], { total: '5.00' }))
  signOut()
  expect(localStorage.getItem('last_answers')).toBeNull()
  expect(answerOf(client)).toBeUndefined()
})
it('another customer never sees them', () => {
  visit((client) => client.setQueryData(['property', {}], { total: '5.00' }))
  const kept = localStorage.getItem('last_answers') ?? ''
  signIn('token-of-bob', bob)
  localStorage.setItem('last_answers', kept)
  expect(answerOf(visit(() => undefined))).toBeUndefined()
})
it('another build does not read them, since it may expect other shapes', () => {
  visit((client) => client.setQueryData(['property', {}], { total: '5.00' }))
  const kept = localStorage.getItem('last_answers') ?? ''
  localStorage.setItem(
    'last_answers',
    kept.replace(/"build":"[^"]*"/, '"build":"https://app.example/older.js"'),
  )
  expect(answerOf(visit(() => undefined))).toBeUndefined()
})
it('another language does not read them; control: coming back to theirs does', () => {
  visit((client) => client.setQueryData(['property', {}], { total: '5.00' }))
  const kept = localStorage.getItem('last_answers') ?? ''
  chooseLanguage('de')
  expect(answerOf(visit(() => undefined))).toBeUndefined()
  localStorage.setItem('last_answers', kept)
  chooseLanguage('en')
  expect(answerOf(visit(() => undefined))).toEqual({ total: '5.00' })
})
it('after a change of language shown answers are refetched, others dropped, and no old ones stored', async () => {
  let reads = 0
  let stop = () => {}
  const client = visit((each) => {
    const shown = new QueryObserver(each, {
      queryKey: ['shown'],
      queryFn: () => new Promise(() => (reads += 1)),
      initialData: 'hello',
      staleTime: Number.POSITIVE_INFINITY,
    })
    stop = shown.subscribe(() => undefined)
    each.setQueryData(['property', {}], { total: '5.00' })
    expect(reads).toBe(0)
    chooseLanguage('de')
    expect(reads).toBe(1)
    expect(answerOf(each)).toBeUndefined()
  })
  stop()
  expect(client.getQueryData(['shown'])).toBe('hello')
  expect(visit(() => undefined).getQueryData(['shown'])).toBeUndefined()
})
