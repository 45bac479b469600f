import { expect, test } from 'vitest'
import { siteOf } from './site-of.ts'

test.each([
  ['sport.gazette.example', 'gazette.example'],
  ['a.b.co.uk', 'b.co.uk'],
  ['someone.github.io', 'someone.github.io'],
  ['localhost:3000', 'localhost:3000'],
  ['127.0.0.1:3000', '127.0.0.1:3000'],
])('the site of %s', (host, site) => {
  expect(siteOf(host)).toBe(site)
})
