import type { Micros } from '@adtally/money/money.ts'
import { WeightedSet } from './weighted-set.ts'

/** Why a request for an advertisement got none (PRODUCT §5). */
const NO_FILL_REASONS = [
  'starting',
  'placement_unknown',
  'placement_closed',
  'crawler',
  'address_limit',
  'page_unknown',
  'no_plan',
  'targeting',
  'device_cap',
  'budget',
  'pace',
  // Of bid requests alone (docs/exchanges.md).
  'bid_format',
  'bid_chain',
  'bid_currency',
  'bid_seat',
  'bid_time',
  'bid_blocked',
  'bid_floor',
] as const
export type NoFillReason = (typeof NO_FILL_REASONS)[number]

/** What becomes of a request for an advertisement; each is counted by placement and minute. */
export const DECISION_OUTCOMES = ['filled', ...NO_FILL_REASONS] as const
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number]

// A new plan starts at one conversion in a thousand impressions, so that it is tried but does not win forever.
const PRIOR_IMPRESSIONS = 1_000n
const PACING_MIN_PERMILLE = 250n
const PACING_MAX_PERMILLE = 3_000n
const WEIGHT_MAX = 1n << 36n

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
 * its days weighs up to 3 times as much, one ahead of it down to a quarter. From 1 to 2^36, so that the sum of a
 * hundred thousand is exact.
 */
export function weightOf(input: WeightInput): number {
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
  return Number(clamp((expected * pacing) / 1000n, 1n, WEIGHT_MAX))
}

function clamp(value: bigint, minimum: bigint, maximum: bigint): bigint {
  if (value < minimum) return minimum
  return value > maximum ? maximum : value
}

/** Why a plan can't be shown for a request, though it fits the placement and targets the visitor. */
export type Obstacle = 'no_plan' | BidObstacle | 'device_cap' | 'budget' | 'pace'

/** Why a plan may not answer a bid request: its creatives do not fit, its product is blocked, the bid is below the floor. */
export type BidObstacle = 'bid_format' | 'bid_blocked' | 'bid_floor'

/** How far each obstacle lies on a plan's way to being shown. */
const FURTHEST = [
  'no_plan',
  'bid_format',
  'bid_blocked',
  'bid_floor',
  'device_cap',
  'budget',
  'pace',
] as const satisfies readonly Obstacle[]

/** Plans by their weights, as a pool groups them. */
export interface DrawnFrom<Plan> {
  readonly plans: WeightedSet<Plan>
}

/** With more draws in vain most plans can't be shown, and looking at each costs less. */
const DRAWS_MAX = 16

/**
 * Draws among the plans of these groups that nothing keeps from being shown, at random in proportion to weight, so that
 * equal plans get equal shares and a weak one still learns. What can't be shown is drawn again, so that a draw costs what
 * was drawn, however many plans there are. `random` answers at least 0 and below 1. If none can be shown, answers the
 * obstacle of the plan that came furthest.
 */
export function draw<Plan>(
  groups: readonly DrawnFrom<Plan>[],
  random: () => number,
  obstacleOf: (plan: Plan) => Obstacle | null,
): Plan | Obstacle {
  const total = groups.reduce((sum, { plans }) => sum + plans.total, 0)
  if (total === 0) return 'no_plan'
  for (let draws = 0; draws < DRAWS_MAX; draws += 1) {
    const plan = drawnAt(groups, random() * total)
    if (plan !== undefined && obstacleOf(plan) === null) return plan
  }
  return drawAmongAll(groups, random, obstacleOf)
}

function drawnAt<Plan>(groups: readonly DrawnFrom<Plan>[], mark: number): Plan | undefined {
  let rest = mark
  for (const { plans } of groups) {
    if (rest < plans.total) return plans.at(rest)
    rest -= plans.total
  }
  return undefined
}

/** The same, looking at every plan once. */
function drawAmongAll<Plan>(
  groups: readonly DrawnFrom<Plan>[],
  random: () => number,
  obstacleOf: (plan: Plan) => Obstacle | null,
): Plan | Obstacle {
  const shown = new WeightedSet<Plan>()
  let furthest = 0
  for (const { plans } of groups) {
    for (const plan of plans) {
      const obstacle = obstacleOf(plan)
      if (obstacle === null) shown.put(plan, plans.weightOf(plan))
      else furthest = Math.max(furthest, FURTHEST.indexOf(obstacle))
    }
  }
  return shown.at(random() * shown.total) ?? FURTHEST[furthest] ?? 'no_plan'
}
