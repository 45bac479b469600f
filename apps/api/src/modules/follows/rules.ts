import { OPERATED_ID_PATTERN } from '@adtally/contract/plans/follow.ts'
import type { Reason } from '@adtally/contract/reasons.ts'

const DAY_MS = 86_400_000

/** A draft lapses after this long, or when the leader's plan ends, if that is earlier. */
export const DRAFT_LIFE_MS = 7 * DAY_MS

/** What following depends on; read under the lock on circles. */
export interface FollowFacts {
  follower_id: string
  /** Null: nobody has the ID, or their account is not active. */
  leader_id: string | null
  /** The leader followed at present. */
  present_leader_id: string | null
  /** The leader follows the follower, directly or through others. */
  makes_circle: boolean
  /** The follower is a declared related party (PRODUCT §2.10). */
  follower_is_related: boolean
}

/** Why a customer can't follow, or null where they can (SPEC §5, PRODUCT §10). */
export function followRefusal(facts: FollowFacts): Reason | null {
  if (facts.leader_id === null) return 'operated_id_not_found'
  if (facts.leader_id === facts.follower_id) return 'operated_id_own'
  if (facts.leader_id === facts.present_leader_id) return 'operated_id_current'
  if (facts.follower_is_related) return 'related_party'
  return facts.makes_circle ? 'follow_circle' : null
}

/** A typed or pasted operated ID without its spaces or hyphens; null where it can't be one. */
export function canonicalOperatedId(typed: string): string | null {
  const digits = typed.replace(/[\s\-–—]/g, '')
  return OPERATED_ID_PATTERN.test(digits) ? digits : null
}

/** The days, 1 to 90, that a follower's plan needs to run as long as the leader's. */
export function draftDuration(placed_at: Date, ends_at: Date): number {
  const days = Math.ceil((ends_at.getTime() - placed_at.getTime()) / DAY_MS)
  return Math.min(Math.max(days, 1), 90)
}

/** When a draft lapses; later than `now` where the leader's plan still runs. */
export function draftExpiry(now: Date, ends_at: Date): Date {
  return new Date(Math.min(now.getTime() + DRAFT_LIFE_MS, ends_at.getTime()))
}

/** A leader's own rate, capped at the policy's. */
export function feeInForce(fee_percent: number | null, max_percent: bigint): number {
  return Math.min(fee_percent ?? 0, Number(max_percent))
}
