import { expect, test } from 'vitest'
import { isPageOf, pageHostOf, siteOf } from './page.ts'

const DOMAIN = 'gazette.example'

test.each([
  ['the publisher’s page', { origin: 'https://gazette.example' }, true],
  ['a page of a subdomain', { origin: 'https://sport.gazette.example' }, true],
  [
    'a sandboxed frame of the publisher’s page',
    { origin: 'null', referer: 'https://gazette.example/a?b' },
    true,
  ],
  ['an app, which is no page', {}, true],
  ['another page', { origin: 'https://elsewhere.example' }, false],
  ['a page whose name ends alike', { origin: 'https://notgazette.example' }, false],
  ['a sandboxed frame of another page', { origin: 'null', referer: 'https://elsewhere.example/' }, false],
  ['a sandboxed frame that hides its page', { origin: 'null' }, false],
  ['a frame without a sensible origin', { origin: 'gazette.example' }, false],
  ['another page that names us in its path', { origin: 'https://elsewhere.example/gazette.example' }, false],
  ['a picture on another page', { referer: 'https://elsewhere.example/' }, false],
])('who may show a placement: %s [proof 877]', (_who, headers, may) => {
  expect(isPageOf(DOMAIN, pageHostOf(headers))).toBe(may)
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
