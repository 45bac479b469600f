import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { countByCause } from '../../ledger/index.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import type { Plan } from '../plans.repository.ts'
import { type Parts, partsOfSpend, totalOf } from '../running/spend-parts.ts'
import { type Result, resultsOf } from '../settlement/results.repository.ts'
import { moneyOfPlans } from './plan-money.ts'

const LEARNING_WINDOW_MS = 7 * 86_400_000

/** A plan's figures from the ledger, or from its result once settled. */
export interface PlanFigures {
  /** Valid spend. */
  consumed_micros: Micros
  /** Not spent and not returned. */
  to_be_consumed_micros: Micros
  revenue_micros: Micros
  /** Revenue less spend; promotional spend counts as cost. */
  profit_micros: Micros
  estimated: boolean
  /** Running with fewer conversions in 7 days than the policy requires (PRODUCT §4). */
  learning_phase: boolean
  /** The current result; null until settled. */
  result: Result | null
}

/** A plan's spend by kind of money: as settled, or before that in the proportion placed. */
export function spendParts(plan: Plan, { result, consumed_micros }: PlanFigures): Parts {
  if (!result) return partsOfSpend(plan, consumed_micros)
  return {
    cash_micros: result.cash_spend_micros,
    discount_micros: result.discount_spend_micros,
    startup_micros: result.startup_spend_micros,
  }
}

/** Figures of all given plans. Needs system scope. */
export async function figuresOfPlans(
  services: Services,
  tx: Transaction,
  plans: readonly Plan[],
): Promise<Map<string, PlanFigures>> {
  const idsOf = (matching: (plan: Plan) => boolean) => plans.filter(matching).map(({ plan_id }) => plan_id)
  const results = await resultsOf(
    tx,
    idsOf(({ status }) => status === 'settled'),
  )
  const money = await moneyOfPlans(
    tx,
    idsOf(({ status }) => status !== 'settled' && status !== 'putFailed'),
  )
  const running = idsOf(isRunning)
  const conversions = await countByCause(tx, {
    kind: 'plan',
    ids: running,
    posting: 'conversion',
    since: new Date(services.clock.now_ms() - LEARNING_WINDOW_MS),
  })
  const learning_below = policies.current(services).learning_conversions_count
  return new Map(
    plans.map((plan) => {
      const result = results.get(plan.plan_id) ?? null
      const held = money.get(plan.plan_id)
      const consumed_micros = result?.spend_micros ?? held?.spend_micros ?? 0n
      const revenue_micros = result?.revenue_micros ?? held?.revenue_micros ?? 0n
      const figures: PlanFigures = {
        consumed_micros,
        to_be_consumed_micros: held ? totalOf(held.unspent) : 0n,
        revenue_micros,
        profit_micros: revenue_micros - consumed_micros,
        estimated: plan.status !== 'settled' && plan.status !== 'putFailed',
        learning_phase: isRunning(plan) && (conversions.get(plan.plan_id) ?? 0n) < BigInt(learning_below),
        result,
      }
      return [plan.plan_id, figures]
    }),
  )
}

function isRunning({ status }: Plan): boolean {
  return status === 'matching' || status === 'putting'
}
