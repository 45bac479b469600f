import { createHash } from 'node:crypto'
import type { HoldReason } from '@adtally/contract/enums.ts'
import { isLegalHold } from '../rules.ts'

const DAY_MS = 86_400_000
/** PRODUCT §2.4: the limit for all of staff's holds on one customer in a year. */
export const HELD_MS_OF_YEAR_MAX = 10 * DAY_MS
/** PRODUCT §2.4: a legal hold is reviewed within this time, or it ends. */
export const LEGAL_REVIEW_MS = 30 * DAY_MS

/** Whether a hold can be extended once; new beneficiaries and legal holds have their own clocks. */
export function isExtendable(reason: HoldReason): boolean {
  return reason !== 'new_beneficiary' && !isLegalHold(reason)
}

/**
 * When a hold placed at `now` is released automatically; null if this year's days are used up. `limit_ms` is the
 * policy's, `held_ms` the time that the year's other holds have taken or may still take (PRODUCT §2.4).
 */
export function firstDeadline(
  reason: HoldReason,
  now: Date,
  { limit_ms, held_ms }: { limit_ms: number; held_ms: number },
): Date | null {
  if (isLegalHold(reason)) return new Date(now.getTime() + LEGAL_REVIEW_MS)
  const left_ms = Math.min(limit_ms, HELD_MS_OF_YEAR_MAX - held_ms)
  return left_ms > 0 ? new Date(now.getTime() + left_ms) : null
}

/** The deadline after the only extension, not counting stopped time; null if this year's days leave none. */
export function extendedDeadline(
  hold: { created_at: Date; deadline: Date; stopped_ms: bigint },
  { limit_ms, held_ms }: { limit_ms: number; held_ms: number },
): Date | null {
  const whole_ms = Math.min(limit_ms, HELD_MS_OF_YEAR_MAX - held_ms)
  const deadline = new Date(hold.created_at.getTime() + Number(hold.stopped_ms) + whole_ms)
  return deadline > hold.deadline ? deadline : null
}

/** A legal hold's deadline after another review: 30 days later, but at most 30 days per review in all. */
export function reviewedDeadline(hold: { created_at: Date; review_count: number }, now: Date): Date {
  const in_all_ms = (hold.review_count + 2) * LEGAL_REVIEW_MS
  return new Date(Math.min(now.getTime() + LEGAL_REVIEW_MS, hold.created_at.getTime() + in_all_ms))
}

/**
 * Restarts a clock at `now` that was stopped since `stopped_at`: adds the stopped time to the deadline, but not
 * beyond what other holds (`held_ms`) have left of the year; the hold ends at once if they left nothing.
 */
export function resumedClock(
  hold: { created_at: Date; deadline: Date; stopped_ms: bigint },
  { stopped_at, now, held_ms }: { stopped_at: Date; now: Date; held_ms: number },
): { deadline: Date; stopped_ms: bigint } {
  const still_ms = Math.max(0, now.getTime() - stopped_at.getTime())
  const stopped_ms = hold.stopped_ms + BigInt(still_ms)
  const allowed_ms = hold.created_at.getTime() + Number(stopped_ms) + HELD_MS_OF_YEAR_MAX - held_ms
  const deadline_ms = Math.min(hold.deadline.getTime() + still_ms, allowed_ms)
  return { deadline: new Date(Math.max(now.getTime(), deadline_ms)), stopped_ms }
}

/**
 * The new send-by time of a withdrawal after full holds: later by as long as they lasted, but at most the policy's
 * `limit_ms` from now, and never earlier than before.
 */
export function promiseAfter(
  send_by: Date,
  { began_at, ended_at, limit_ms }: { began_at: Date; ended_at: Date; limit_ms: number },
): Date {
  const held_ms = ended_at.getTime() - began_at.getTime()
  const later_ms = Math.min(ended_at.getTime() + limit_ms, send_by.getTime() + held_ms)
  return new Date(Math.max(send_by.getTime(), later_ms))
}

/** A digest of what a hold is about: the same facts can't hold twice, however they are spelt, spaced, cased or ordered. */
export function factHash(facts: readonly string[]): Buffer {
  const folded = facts.map((fact) =>
    fact
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ''),
  )
  return createHash('sha256').update(folded.sort().join('\n')).digest()
}
