import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  extendedDeadline,
  factHash,
  firstDeadline,
  isExtendable,
  resumedClock,
  reviewedDeadline,
} from './hold-rules.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const now = new Date('2026-03-28T12:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const POLICY = { limit_ms: 72 * HOUR_MS, held_ms: 0 }

describe('a hold’s clock (PRODUCT §2.4)', () => {
  test('runs 72 hours, less where the year has fewer left, and not at all where it has none', () => {
    expect(firstDeadline('account_theft', now, POLICY)).toEqual(after(72 * HOUR_MS))
    expect(firstDeadline('account_theft', now, { ...POLICY, held_ms: 9 * DAY_MS })).toEqual(after(DAY_MS))
    expect(firstDeadline('account_theft', now, { ...POLICY, held_ms: 10 * DAY_MS })).toBeNull()
    expect(firstDeadline('legal_hold', now, { ...POLICY, held_ms: 10 * DAY_MS })).toEqual(after(30 * DAY_MS))
  })
  test('is extended once, to ten days from its beginning, the time it stood still not counted', () => {
    const hold = { created_at: now, deadline: after(72 * HOUR_MS), stopped_ms: 0n }
    const ten = { limit_ms: 10 * DAY_MS, held_ms: 0 }
    expect(extendedDeadline(hold, ten)).toEqual(after(10 * DAY_MS))
    expect(extendedDeadline(hold, { ...ten, held_ms: 3 * DAY_MS })).toEqual(after(7 * DAY_MS))
    expect(extendedDeadline(hold, { ...ten, held_ms: 7 * DAY_MS })).toBeNull()
    const stood = { ...hold, deadline: after(96 * HOUR_MS), stopped_ms: BigInt(24 * HOUR_MS) }
    expect(extendedDeadline(stood, ten)).toEqual(after(11 * DAY_MS))
    expect(isExtendable('disputed_deposit')).toBe(true)
    expect(isExtendable('new_beneficiary')).toBe(false)
    expect(isExtendable('legal_hold')).toBe(false)
  })
  test('of a legal hold is 30 days for each review, also where it comes a moment late', () => {
    const hold = { created_at: now, review_count: 0 }
    expect(reviewedDeadline(hold, after(10 * DAY_MS))).toEqual(after(40 * DAY_MS))
    expect(reviewedDeadline(hold, after(30 * DAY_MS + 5))).toEqual(after(60 * DAY_MS))
    expect(reviewedDeadline({ ...hold, review_count: 1 }, after(50 * DAY_MS))).toEqual(after(80 * DAY_MS))
  })
  test('stands still exactly as long as documents are outstanding', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), (ran_ms, still_ms) => {
        const hold = { created_at: now, deadline: after(72 * HOUR_MS), stopped_ms: 7n }
        const stopped_at = after(Math.min(ran_ms, 72 * HOUR_MS))
        const resumed_at = new Date(stopped_at.getTime() + still_ms)
        const clock = resumedClock(hold, { stopped_at, now: resumed_at, held_ms: 0 })
        return (
          clock.deadline.getTime() - hold.deadline.getTime() === still_ms &&
          clock.stopped_ms === 7n + BigInt(still_ms)
        )
      }),
    )
  })
  test('goes on no longer than other holds of the year have left, and is over where they have left nothing', () => {
    const hold = { created_at: now, deadline: after(72 * HOUR_MS), stopped_ms: 0n }
    const resumed = (held_ms: number) =>
      resumedClock(hold, { stopped_at: now, now: after(5 * DAY_MS), held_ms }).deadline
    expect(resumed(7 * DAY_MS), 'control: all of its own').toEqual(after(8 * DAY_MS))
    expect(resumed(8 * DAY_MS)).toEqual(after(7 * DAY_MS))
    expect(resumed(10 * DAY_MS)).toEqual(after(5 * DAY_MS))
    expect(resumed(11 * DAY_MS)).toEqual(after(5 * DAY_MS))
  })
})

test('the same facts in other words are the same facts', () => {
  const print = (...facts: string[]) => factHash(facts).toString('hex')
  expect(print('Passport', 'Utility bill')).toBe(print(' utility-BILL', 'PASSPORT.'))
  expect(print('Passport')).not.toBe(print('Passport', 'Utility bill'))
})
