import { expect, test } from 'vitest'
import { VisitorHash } from './visitor-hash.ts'

const NOON_MS = Date.UTC(2026, 10, 30, 12)
const DAY_MS = 86_400_000
const visitors = new VisitorHash(Buffer.alloc(32, 1))

test('without an id that its user allowed, nobody is known the next day; a page and an allowed id stay [proof 878]', () => {
  const at = (at_ms: number) => [
    visitors.address('203.0.113.7', at_ms),
    visitors.visitor('203.0.113.7', 'a browser', at_ms),
  ]
  expect(at(NOON_MS)).toEqual(at(NOON_MS + DAY_MS / 3))
  const tomorrow = at(NOON_MS + DAY_MS)
  for (const [index, hash] of at(NOON_MS).entries()) expect(hash).not.toEqual(tomorrow[index])
  expect(visitors.device('an-id-of-a-device')).toEqual(visitors.device('an-id-of-a-device'))
  expect(visitors.page('sport.gazette.example')).toEqual(visitors.page('gazette.example'))
})
