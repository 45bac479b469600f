import type { Transaction } from '../../../database/database.ts'
import type { Services } from '../../services.ts'
import type { RebateTerms, ShareTerms } from '../placing/settlement-terms.ts'
import type { Plan } from '../plans.repository.ts'
import { moneyOfPlans, type PlanMoney } from '../reading/plan-money.ts'
import { partsOfSpend } from '../running/spend-parts.ts'
import { holdReceivables } from './results.repository.ts'
import {
  type Receivable,
  repaymentsFrom,
  type Settlement,
  type SettlementInput,
  settle,
  stillOwed,
} from './settle.ts'

/** A plan, its settlement's input, and the result. */
export interface SettledPlan {
  plan: Plan
  money: PlanMoney
  share: ShareTerms | null
  vip: RebateTerms | null
  input: SettlementInput
  settlement: Settlement
  /** The repayments of earlier debts from the customer's part. */
  repaid: readonly Receivable[]
}

/**
 * The settlements of locked plans at `settled_at`, in the order given, in which a customer's debts are also repaid.
 * Locks marks, VIP months and receivables, which all come before accounts in the lock order.
 */
export async function settledPlans(
  services: Services,
  tx: Transaction,
  plans: readonly Plan[],
  settled_at: Date,
): Promise<SettledPlan[]> {
  const { sharing, rebates } = services.plans
  const customer_ids = [...new Set(plans.map(({ customer_id }) => customer_id))]
  const shares = await sharing.termsOf(tx, plans)
  const months = await rebates(tx, customer_ids, settled_at)
  const owed = await holdReceivables(tx, customer_ids)
  const moneys = await moneyOfPlans(
    tx,
    plans.map(({ plan_id }) => plan_id),
  )
  return plans.map((plan) => {
    const { plan_id, customer_id } = plan
    const money = moneys.get(plan_id)
    if (!money) throw new RangeError(`the accounts of plan ${plan.number} were not read`)
    const share = shares.get(plan_id) ?? null
    const vip = months.get(customer_id) ?? null
    const input = inputOf(plan, money, share, vip)
    const settlement = settle(input)
    const receivables = owed.get(customer_id) ?? []
    const repaid = repaymentsFrom(settlement.customer_micros, receivables)
    owed.set(customer_id, stillOwed(receivables, repaid))
    return { plan, money, share, vip, input, settlement, repaid }
  })
}

function inputOf(
  plan: Plan,
  money: PlanMoney,
  share: ShareTerms | null,
  vip: RebateTerms | null,
): SettlementInput {
  return {
    spend: partsOfSpend(plan, money.spend_micros),
    fee_micros: money.fee_micros,
    revenue_micros: money.revenue_micros,
    platform_fee_percent: plan.platform_fee_percent,
    vip_fee_percent: vip?.fee_percent ?? null,
    profit_share: share && {
      rate_percent: share.rate_percent,
      carried_loss_micros: share.carried_loss_micros,
    },
  }
}
