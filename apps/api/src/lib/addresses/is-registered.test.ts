import { expect, test } from 'vitest'
import { isRegistered } from './is-registered.ts'

test.each([
  'com',
  'co.uk',
  'localhost',
  'localhost:3000',
  'intranet',
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  'news.1',
  '127.0.0.1:8080',
])('%s is nobody’s domain [proof 1101]', (host) => {
  expect(isRegistered(host)).toBe(false)
})

test.each([
  'gazette.example',
  'sport.gazette.example:8080',
  'b.co.uk',
  'someone.github.io',
  'xn--bcher-kva.example',
])('the control: %s is somebody’s', (host) => {
  expect(isRegistered(host)).toBe(true)
  expect(isRegistered(host, { allows_hosting: false })).toBe(true)
})

test('a suffix under which a company lets others have names is that company’s alone where that is enough', () => {
  expect([isRegistered('github.io'), isRegistered('github.io', { allows_hosting: false })]).toEqual([
    true,
    false,
  ])
})
