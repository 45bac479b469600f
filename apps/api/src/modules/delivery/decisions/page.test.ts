import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { askerRefusal, askingPage } from './page.ts'
import type { VisitorHeaders } from './request-visitor.ts'

const SITE = { stands_on: 'site', hosts: ['gazette.example'] } as const

test.each<[string, VisitorHeaders & { around?: string }, boolean]>([
  ['the publisher’s page', { origin: 'https://gazette.example' }, true],
  ['on a port of its own', { origin: 'https://gazette.example:8443' }, true],
  ['with the dot at the end of its name', { origin: 'https://gazette.example.' }, true],
  ['a page of a subdomain', { origin: 'https://sport.gazette.example' }, true],
  ['a page by its referrer alone', { referer: 'https://gazette.example/a?b' }, true],
  ['in a frame of its own', { origin: 'https://gazette.example', around: 'https://gazette.example' }, true],
  ['no page at all', {}, false],
  ['another page', { origin: 'https://elsewhere.example' }, false],
  ['a page whose name ends alike', { origin: 'https://notgazette.example' }, false],
  ['a sandboxed frame, whose page nobody can prove', { origin: 'null' }, false],
  ['the same that tells the publisher’s', { origin: 'null', around: 'https://gazette.example' }, false],
  [
    'in a frame on another page',
    { origin: 'https://gazette.example', around: 'https://elsewhere.example' },
    false,
  ],
  ['in a frame on nonsense', { origin: 'https://gazette.example', around: 'gazette.example' }, false],
  ['a frame without a sensible origin', { origin: 'gazette.example' }, false],
  ['another page that names us in its path', { origin: 'https://elsewhere.example/gazette.example' }, false],
  ['a picture on another page', { referer: 'https://elsewhere.example/' }, false],
  ['a browser that hides its page', { 'sec-fetch-site': 'cross-site' }, false],
  ['a file or a browser’s extension', { origin: 'chrome-extension://gazette.example' }, false],
  ['an address of 3 KB', { referer: `https://gazette.example/${'a'.repeat(3_000)}` }, false],
])('who may show a placement: %s [proof 877]', (_who, { around, ...headers }, may) => {
  const asker = { headers, page: askingPage(headers, around), key_hash: undefined }
  expect(askerRefusal(SITE, asker) === null).toBe(may)
})

const KEY = 'k'.repeat(43)
const APP = { stands_on: 'app', hosts: [] } as const
const key_hash = createHash('sha256').update(KEY).digest()
const authorization = `Bearer ${KEY}`

test.each<[string, VisitorHeaders, string | null]>([
  ['the app, by its key', { authorization }, null],
  ['its server in Node, whose fetch names a mode', { authorization, 'sec-fetch-mode': 'cors' }, null],
  ['nobody, without a key', {}, 'app_key_unknown'],
  ['another app, by a key of its own', { authorization: `Bearer ${'x'.repeat(43)}` }, 'app_key_unknown'],
  ['the key in another scheme', { authorization: `Basic ${KEY}` }, 'app_key_unknown'],
  ['the key and more', { authorization: `${authorization}k` }, 'app_key_unknown'],
  ['a page with the key', { authorization, origin: 'https://gazette.example' }, 'asked_by_browser'],
  ['a sandboxed frame with it', { authorization, origin: 'null' }, 'asked_by_browser'],
  ['a page that hides itself', { authorization, 'sec-fetch-site': 'cross-site' }, 'asked_by_browser'],
  ['a script on a page', { authorization, 'sec-fetch-dest': 'script' }, 'asked_by_browser'],
  ['an old browser', { authorization, referer: 'https://gazette.example/' }, 'asked_by_browser'],
])('who may ask for an app’s placement: %s [proof 975]', (_who, headers, refusal) => {
  expect(askerRefusal(APP, { headers, page: askingPage(headers), key_hash })).toBe(refusal)
})

test('an app that has no key in force may not ask, whatever it shows', () => {
  const headers = { authorization }
  const asker = { headers, page: askingPage(headers), key_hash: undefined }
  expect(askerRefusal(APP, asker)).toBe('app_key_unknown')
})

test('a site’s placement tells whoever is no page from a page that is another’s', () => {
  const refusalOf = (headers: VisitorHeaders) =>
    askerRefusal(SITE, { headers, page: askingPage(headers), key_hash })
  expect(refusalOf({})).toBe('page_missing')
  expect(refusalOf({ authorization })).toBe('page_missing')
  expect(refusalOf({ origin: 'https://elsewhere.example' })).toBe('page_unknown')
})
