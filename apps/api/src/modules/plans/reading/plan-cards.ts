import type { OutputOf } from '@adtally/contract/call.ts'
import type { planCard, planDetail } from '@adtally/contract/plans/plans.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { productsByIds } from '../../marketplace/index.ts'
import type { Services } from '../../services.ts'
import { availableChange } from '../placing/plan-available.ts'
import { type Plan, planById } from '../plans.repository.ts'
import { presentParts, presentPlan, presentResult, presentTimeline } from '../presenter.ts'
import { allowedActs } from '../status-table.ts'
import { figuresOfPlans, spendParts } from './plan-figures.ts'
import { statusChanges } from './plan-list.repository.ts'

/** Plans as cards, in the order given. Needs system scope, as a plan's figures lie in several parties' accounts. */
export async function planCardsOf(
  services: Services,
  tx: Transaction,
  plans: readonly Plan[],
): Promise<z.infer<typeof planCard>[]> {
  const figures = await figuresOfPlans(services, tx, plans)
  const products = await productsByIds(
    tx,
    plans.map(({ product_id }) => product_id),
  )
  const { public_origin } = services.settings
  return plans.flatMap((plan) => {
    const own = figures.get(plan.plan_id)
    return own ? [presentPlan(plan, own, products.get(plan.product_id), public_origin)] : []
  })
}

/** A customer's own plan. Throws `plan_not_found`, also for somebody else's. */
export async function ownedPlan(services: Services, customer_id: string, plan_id: string): Promise<Plan> {
  const plan = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    planById(tx, plan_id),
  )
  if (plan?.customer_id !== customer_id) throw new Refusal('plan_not_found', { field: 'plan_id' })
  return plan
}

/** The card of a customer's plan. Throws `plan_not_found`. */
export async function planCardOf(
  services: Services,
  customer_id: string,
  plan_id: string,
): Promise<z.infer<typeof planCard>> {
  const plan = await ownedPlan(services, customer_id, plan_id)
  const [card] = await services.database.transaction({ kind: 'system' }, (tx) =>
    planCardsOf(services, tx, [plan]),
  )
  if (!card) throw new Refusal('plan_not_found', { field: 'plan_id' })
  return card
}

/** A plan's page without the figures and placements that delivery adds. */
export type PlanDetailParts = Omit<OutputOf<typeof planDetail>, 'figures' | 'placements' | 'placement_pauses'>

/**
 * A customer's plan with card, terms, timeline, settlement and allowed actions; delivery adds its own figures. Throws
 * `plan_not_found`, also for somebody else's.
 */
export async function planDetailParts(
  services: Services,
  customer_id: string,
  plan_id: string,
): Promise<PlanDetailParts> {
  const plan = await ownedPlan(services, customer_id, plan_id)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const figures = (await figuresOfPlans(services, tx, [plan])).get(plan_id)
    const product = (await productsByIds(tx, [plan.product_id])).get(plan.product_id)
    if (!figures) throw new Refusal('plan_not_found', { field: 'plan_id' })
    const conversions = figures.revenue_micros / plan.payout_micros
    return {
      ...presentPlan(plan, figures, product, services.settings.public_origin),
      funding: presentParts(plan),
      spend_parts: presentParts(spendParts(plan, figures)),
      payout: formatAmount(plan.payout_micros),
      conversion_cap: Number(plan.conversion_cap),
      // Each conversion pays the same, so revenue gives their number.
      conversions: Number(conversions),
      ends_at: plan.ends_at.toISOString(),
      policy_version: plan.policy_version,
      timeline: presentTimeline(await statusChanges(tx, plan)),
      settlement:
        figures.result && presentResult(plan, figures.result, await availableChange(services, tx, plan)),
      can: allowedActs(plan.status, plan.paused),
    }
  })
}
