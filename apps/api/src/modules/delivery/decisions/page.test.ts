import { expect, test } from 'vitest'
import { askingPage, isPageOf, type PageHeaders, siteOf } from './page.ts'

const DOMAIN = 'gazette.example'

test.each([
  ['the publisher’s page', { origin: 'https://gazette.example' }, true],
  ['a page of a subdomain', { origin: 'https://sport.gazette.example' }, true],
  [
    'a sandboxed frame that tells the publisher’s page',
    { origin: 'null', told: 'https://gazette.example' },
    true,
  ],
  ['an app, which is no page', {}, true],
  ['another page', { origin: 'https://elsewhere.example' }, false],
  ['a page whose name ends alike', { origin: 'https://notgazette.example' }, false],
  ['a sandboxed frame that tells another page', { origin: 'null', told: 'https://elsewhere.example' }, false],
  ['a sandboxed frame that tells nonsense', { origin: 'null', told: 'gazette.example' }, false],
  [
    'another page that tells the publisher’s',
    { origin: 'https://elsewhere.example', told: 'https://gazette.example' },
    false,
  ],
  ['a sandboxed frame that hides its page', { origin: 'null' }, false],
  ['a frame without a sensible origin', { origin: 'gazette.example' }, false],
  ['another page that names us in its path', { origin: 'https://elsewhere.example/gazette.example' }, false],
  ['a picture on another page', { referer: 'https://elsewhere.example/' }, false],
])(
  'who may show a placement: %s [proof 877]',
  (_who, { told, ...headers }: PageHeaders & { told?: string }, may) => {
    expect(isPageOf(DOMAIN, askingPage(headers, told))).toBe(may)
  },
)

test.each([
  ['sport.gazette.example', 'gazette.example'],
  ['a.b.co.uk', 'b.co.uk'],
  ['someone.github.io', 'someone.github.io'],
  ['localhost:3000', 'localhost:3000'],
  ['127.0.0.1:3000', '127.0.0.1:3000'],
])('the site of %s', (host, site) => {
  expect(siteOf(host)).toBe(site)
})
