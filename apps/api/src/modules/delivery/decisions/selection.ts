import { NO_FILL_REASONS } from '@adtally/contract/operator/market/delivery.ts'
import type { Micros } from '@adtally/money/money.ts'
import { PRIOR_IMPRESSIONS } from './posterior.ts'
import { WeightedSet } from './weighted-set.ts'

/** What becomes of a request for an advertisement; each is counted by placement and minute. */
export const DECISION_OUTCOMES = ['filled', ...NO_FILL_REASONS] as const
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number]

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

/** Among so many that were drawn the best is shown. */
const CONTENDERS = 4
/** After so many times in vain most plans can't be shown, and looking at each costs less. */
const TURNS_MAX = 4

/**
 * Draws among the plans of these groups that nothing keeps from being shown, at random in proportion to weight; of a few
 * that were drawn it answers the one that scores most. A score is a sample of what is believed of a plan, so that a good one
 * gets more the surer it is, equal ones get equal shares and a weak one still learns. What can't be shown is drawn again, so
 * that a draw costs what was drawn, however many plans there are. `random` answers at least 0 and below 1. If none can be
 * shown, answers the obstacle of the plan that came furthest.
 */
export function draw<Plan>(
  groups: readonly DrawnFrom<Plan>[],
  random: () => number,
  obstacleOf: (plan: Plan) => Obstacle | null,
  scoreOf: (plan: Plan) => number,
): Plan | Obstacle {
  const total = groups.reduce((sum, { plans }) => sum + plans.total, 0)
  if (total === 0) return 'no_plan'
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const shown = bestOf(contendersOf(groups, total, random), scoreOf, obstacleOf)
    if (shown !== undefined) return shown
  }
  return drawAmongAll(groups, random, obstacleOf)
}

/** Some plans, each once: one that is drawn again has one chance, or their mere number would count. */
function contendersOf<Plan>(groups: readonly DrawnFrom<Plan>[], total: number, random: () => number): Plan[] {
  const plans: Plan[] = []
  for (let drawn = 0; drawn < CONTENDERS; drawn += 1) {
    const plan = drawnAt(groups, random() * total)
    if (plan !== undefined && !plans.includes(plan)) plans.push(plan)
  }
  return plans
}

/** The one that scores most and can be shown; of equal scores the first. What keeps a plan from it is asked of the best alone. */
function bestOf<Plan>(
  plans: readonly Plan[],
  scoreOf: (plan: Plan) => number,
  obstacleOf: (plan: Plan) => Obstacle | null,
): Plan | undefined {
  const scores = plans.map(scoreOf)
  for (let looked = 0; looked < plans.length; looked += 1) {
    let best = 0
    for (let index = 1; index < scores.length; index += 1)
      if ((scores[index] ?? -1) > (scores[best] ?? -1)) best = index
    const plan = plans[best]
    if (plan !== undefined && obstacleOf(plan) === null) return plan
    scores[best] = -1
  }
  return undefined
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
