import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { noticesOf, readNotice, type Show, showsIn } from './show-notice.ts'

const IDS = Array.from({ length: 40 }, () => ({
  plan_id: newId(),
  product_id: newId(),
  advertiser_id: newId(),
}))
const shows = fc.array(
  fc
    .record({
      subject: fc.constantFrom(...IDS),
      device: fc.uint8Array({ minLength: 8, maxLength: 8 }),
      minute: fc.integer({ min: 29_000_000, max: 29_000_003 }),
    })
    .map(
      ({ subject, device, minute }): Show => ({
        ...subject,
        device: Buffer.from(device).toString('latin1'),
        shown_at_ms: minute * 60_000,
      }),
    ),
  { minLength: 1, maxLength: 900 },
)

const textOf = (show: Show) =>
  `${show.shown_at_ms} ${show.plan_id} ${show.product_id} ${show.advertiser_id} ${show.device}`

test('what is told is what is heard, in notices that PostgreSQL takes, and the last of a batch says so', () => {
  fc.assert(
    fc.property(shows, (told) => {
      const notices = noticesOf({ sender: 'a_node-1', batch: 7 }, told)
      for (const notice of notices) expect(Buffer.byteLength(notice)).toBeLessThan(8_000)
      const read = notices.flatMap((notice) => readNotice(notice) ?? [])
      expect(read.map(({ sender, batch, is_last }) => [sender, batch, is_last])).toEqual(
        notices.map((_, index) => ['a_node-1', 7, index === notices.length - 1]),
      )
      expect(read.flatMap(showsIn).map(textOf).toSorted()).toEqual(told.map(textOf).toSorted())
    }),
  )
  expect(readNotice('')).toBe(null)
})
