import { expect, test } from 'vitest'
import { askingPage, isPageOf, type PageHeaders, siteOf } from './page.ts'

const DOMAIN = 'gazette.example'

test.each<[string, PageHeaders & { around?: string }, boolean]>([
  ['the publisher’s page', { origin: 'https://gazette.example' }, true],
  ['on a port of its own', { origin: 'https://gazette.example:8443' }, true],
  ['with the dot at the end of its name', { origin: 'https://gazette.example.' }, true],
  ['a page of a subdomain', { origin: 'https://sport.gazette.example' }, true],
  ['a page by its referrer alone', { referer: 'https://gazette.example/a?b' }, true],
  ['in a frame of its own', { origin: 'https://gazette.example', around: 'https://gazette.example' }, true],
  ['an app, which is no page', {}, true],
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
  expect(isPageOf(DOMAIN, askingPage(headers, around))).toBe(may)
})

test.each([
  ['sport.gazette.example', 'gazette.example'],
  ['a.b.co.uk', 'b.co.uk'],
  ['someone.github.io', 'someone.github.io'],
  ['localhost:3000', 'localhost:3000'],
  ['127.0.0.1:3000', '127.0.0.1:3000'],
])('the site of %s', (host, site) => {
  expect(siteOf(host)).toBe(site)
})
