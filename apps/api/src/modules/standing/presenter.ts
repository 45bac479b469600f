import type { OutputOf } from '@adtally/contract/call.ts'
import {
  CREDIT_SCORE_MAX,
  POINTS_CHARGEBACK,
  POINTS_CLEAN_PLAN,
} from '@adtally/contract/money/credit-score.ts'
import type { creditList, userLevel } from '@adtally/contract/standing.ts'
import { formatAmount, type Micros, proportion } from '@adtally/money/money.ts'
import type { Policy } from '../policies/index.ts'
import type { CreditChange } from './repository.ts'
import { levelOf, levelSteps, vipBreakEven, vipRebate } from './rules.ts'

const DAY_MS = 86_400_000

export interface LevelFacts {
  as_of: Date
  since: Date
  settled: { plans: number; spend_micros: Micros }
  /** The last 30 days. */
  month: { cash_spend_outside_vip_micros: Micros }
  total_deposited_micros: Micros
  score: number
}

/** The level page. */
export function presentLevel(policy: Policy, facts: LevelFacts): OutputOf<typeof userLevel> {
  const steps = levelSteps(policy)
  const { spend_micros, plans } = facts.settled
  const level = levelOf(spend_micros, steps)
  const next_micros = steps[level]
  const { platform_fee_percent, vip_fee_percent, vip_price_micros } = policy
  const break_even_micros = vipBreakEven(vip_price_micros, platform_fee_percent, vip_fee_percent)
  const { cash_spend_outside_vip_micros } = facts.month
  return {
    level,
    settled_spend: formatAmount(spend_micros),
    settled_plans: plans,
    window_days: Math.round(policy.level_window_ms / DAY_MS),
    since: facts.since.toISOString(),
    as_of: facts.as_of.toISOString(),
    steps: steps.map((step, index) => ({ level: index + 1, spend: formatAmount(step) })),
    next:
      next_micros === undefined
        ? null
        : {
            level: level + 1,
            spend: formatAmount(next_micros),
            missing: formatAmount(next_micros - spend_micros),
            progress_percent: percentOf(spend_micros, next_micros),
          },
    total_deposited: formatAmount(facts.total_deposited_micros),
    vip: {
      price: formatAmount(vip_price_micros),
      fee_percent: Number(platform_fee_percent),
      vip_fee_percent: Number(vip_fee_percent),
      break_even_spend: break_even_micros === null ? null : formatAmount(break_even_micros),
      own_cash_spend: formatAmount(cash_spend_outside_vip_micros),
      own_rebate: formatAmount(
        vipRebate(cash_spend_outside_vip_micros, platform_fee_percent, vip_fee_percent),
      ),
    },
    credit: {
      score: facts.score,
      maximum: CREDIT_SCORE_MAX,
      points_chargeback: POINTS_CHARGEBACK,
      points_clean_plan: POINTS_CLEAN_PLAN,
    },
    policy_version: policy.version,
  }
}

/** Whole percent, rounded down: a share, not an amount. */
function percentOf(part: Micros, whole: Micros): number {
  const percent = proportion(part, 100n, whole)
  return Number(percent)
}

/** One change of a score with its cause. */
export function presentChange(
  change: CreditChange,
  plan_number: string,
  product_name: string,
): OutputOf<typeof creditList>['items'][number] {
  return {
    change_id: change.change_id,
    cause: change.cause,
    points: change.points,
    score_after: change.score_after,
    plan_id: change.plan_id,
    plan_number,
    product_name,
    occurred_at: change.occurred_at.toISOString(),
  }
}
