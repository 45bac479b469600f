import type { Micros } from '@adtally/money/money.ts'
import type { Visitor } from './visitor.ts'

/** Why a request for an advertisement got none; each is counted by placement (PRODUCT §5). */
export const NO_FILL_REASONS = [
  'starting',
  'placement_unknown',
  'placement_closed',
  'crawler',
  'page_unknown',
  'no_plan',
  'targeting',
  'device_cap',
  'budget',
] as const
export type NoFillReason = (typeof NO_FILL_REASONS)[number]

/** Empty lists allow everything. */
export interface TargetingRules {
  countries: readonly string[]
  devices: readonly string[]
  operating_systems: readonly string[]
  languages: readonly string[]
}

/** Whether a product targets a visitor. Unknown properties of a visitor match no list. */
export function isTargeted(rules: TargetingRules, visitor: Visitor): boolean {
  return (
    takes(rules.countries, visitor.country) &&
    takes(rules.devices, visitor.device) &&
    takes(rules.operating_systems, visitor.operating_system) &&
    takes(rules.languages, visitor.language)
  )
}

function takes(allowed: readonly string[], value: string | null): boolean {
  return allowed.length === 0 || (value !== null && allowed.includes(value))
}

// A new plan starts at one conversion in a thousand impressions, so that it is tried but does not win forever.
const PRIOR_IMPRESSIONS = 1_000n
const PACING_MIN_PERMILLE = 250n
const PACING_MAX_PERMILLE = 3_000n

/** What a plan's weight in the competition depends on. */
export interface WeightInput {
  payout_micros: Micros
  impressions: bigint
  conversions: bigint
  placed_micros: Micros
  spent_micros: Micros
  starts_at_ms: number
  ends_at_ms: number
  now_ms: number
}

/**
 * Expected value of an impression (smoothed conversion rate × payout) × pacing: a plan behind its even course over
 * its days weighs up to 3 times as much, one ahead of it down to a quarter. At least 1.
 */
export function weightOf(input: WeightInput): bigint {
  const expected = (input.payout_micros * (input.conversions + 1n)) / (input.impressions + PRIOR_IMPRESSIONS)
  const duration_ms = Math.max(1, input.ends_at_ms - input.starts_at_ms)
  const elapsed_ms = Math.min(duration_ms, Math.max(0, input.now_ms - input.starts_at_ms))
  const course_permille = BigInt(Math.floor((elapsed_ms * 1000) / duration_ms))
  const spent_permille = input.placed_micros > 0n ? (input.spent_micros * 1000n) / input.placed_micros : 1000n
  const pacing = clamp(
    1000n + 2n * (course_permille - spent_permille),
    PACING_MIN_PERMILLE,
    PACING_MAX_PERMILLE,
  )
  const weight = (expected * pacing) / 1000n
  return weight > 1n ? weight : 1n
}

function clamp(value: bigint, minimum: bigint, maximum: bigint): bigint {
  if (value < minimum) return minimum
  return value > maximum ? maximum : value
}

/** A plan that fits a placement, with the data for one decision. */
export interface Contender {
  targeting: TargetingRules
  weight: bigint
  /** Whether this device has reached the plan's daily cap. */
  isCapped(device: string): boolean
  /** Whether a lease with enough for the price is available. */
  hasBudget(): boolean
}

/**
 * Chooses among the eligible plans at random in proportion to weight, so that equal plans get equal shares and a weak
 * one still learns. `random` is at least 0 and below 1. With none eligible, returns the reason of the plan that
 * came furthest.
 */
export function choose<C extends Contender>(
  contenders: readonly C[],
  visitor: Visitor,
  device: string,
  random: number,
): C | NoFillReason {
  let reason: NoFillReason = 'no_plan'
  let total = 0n
  const eligible: C[] = []
  for (const contender of contenders) {
    if (!isTargeted(contender.targeting, visitor)) {
      if (reason === 'no_plan') reason = 'targeting'
    } else if (contender.isCapped(device)) {
      if (reason !== 'budget') reason = 'device_cap'
    } else if (!contender.hasBudget()) {
      reason = 'budget'
    } else {
      eligible.push(contender)
      total += contender.weight
    }
  }
  if (eligible.length <= 1) return eligible[0] ?? reason
  let mark = (total * BigInt(Math.floor(random * 0x1_0000_0000))) >> 32n
  for (const contender of eligible) {
    if (mark < contender.weight) return contender
    mark -= contender.weight
  }
  return reason
}
