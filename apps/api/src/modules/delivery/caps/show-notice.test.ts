import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { DEVICE_LENGTH, noticesOf, readNotice, type Shown, shownIn } from './show-notice.ts'

const SUBJECTS = Array.from({ length: 40 }, () => ({
  plan_id: newId(),
  product_id: newId(),
  advertiser_id: newId(),
}))
const devices = fc
  .record({
    seed: fc.uint8Array({ minLength: DEVICE_LENGTH, maxLength: DEVICE_LENGTH }),
    count: fc.nat(1_500),
  })
  .map(({ seed, count }) => Buffer.concat(Array.from({ length: count + 1 }, () => seed)).toString('latin1'))
const shown = fc.array(
  fc.record({
    subject: fc.constantFrom(...SUBJECTS),
    minute: fc.integer({ min: 29_000_000, max: 29_000_003 }),
    devices,
  }),
  { minLength: 1, maxLength: 60 },
)

/** By plan and minute, each device on its own. */
function apart(all: readonly Shown[]): string[] {
  return all
    .flatMap(({ subject, minute, devices }) =>
      (devices.match(/[\s\S]{8}/g) ?? []).map((device) => `${JSON.stringify(subject)} ${minute} ${device}`),
    )
    .toSorted()
}

test('what is told is what is heard, in notices that PostgreSQL takes, and the last of a batch says so', () => {
  fc.assert(
    fc.property(shown, (told) => {
      const notices = noticesOf({ sender: 'a-node', batch: 7 }, told)
      for (const notice of notices) expect(Buffer.byteLength(notice)).toBeLessThan(8_000)
      const read = notices.flatMap((notice) => readNotice(notice) ?? [])
      expect(read.map(({ sender, batch, is_last }) => [sender, batch, is_last])).toEqual(
        notices.map((_, index) => ['a-node', 7, index === notices.length - 1]),
      )
      expect(apart(read.flatMap(shownIn))).toEqual(apart(told))
    }),
    { numRuns: 30 },
  )
  expect(readNotice('')).toBe(null)
})
