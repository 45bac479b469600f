import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import type { CustomerEntry } from '../ledger/index.ts'
import { productIdsByName } from '../marketplace/index.ts'
import type { Services } from '../services.ts'
import { type CauseDescription, type CauseReader, factsOf } from '../wallet/index.ts'
import { planById } from './plans.repository.ts'
import { listPlans } from './reading/plan-list.repository.ts'
import { plansNamed } from './reading/reading.repository.ts'
import { resultsOf } from './settlement/results.repository.ts'

/** Describes plans for the fund flow: their numbers, a search for them, and the cause of an entry. */
export const PLAN_CAUSE: CauseReader = {
  kind: 'plan',
  numbersOf: async (tx, plan_ids) => {
    const plans = await plansNamed(tx, plan_ids)
    return new Map([...plans].map(([plan_id, { number }]) => [plan_id, number]))
  },
  find: findPlans,
  tell: (services, customer_id, entry) => tellPlan(services, customer_id, entry),
}

async function findPlans(
  tx: Transaction,
  customer_id: string,
  text: string,
  ids_max: number,
): Promise<string[]> {
  const search = { text, product_ids: await productIdsByName(tx, text) }
  const plans = await listPlans(tx, customer_id, { search, sort: 'newest', after: null, limit: ids_max })
  return plans.map(({ plan_id }) => plan_id)
}

async function tellPlan(
  services: Services,
  customer_id: string,
  { cause_id }: CustomerEntry,
): Promise<CauseDescription | null> {
  const found = await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const plan = await planById(tx, cause_id)
    // A leader sees what a follower's plan paid them, but not the plan.
    if (plan?.customer_id !== customer_id) return null
    return { plan, result: (await resultsOf(tx, [plan.plan_id])).get(plan.plan_id) }
  })
  if (!found) return null
  const { plan, result } = found
  const product = await services.plans.termsOf(services, plan.product_id)
  const facts = factsOf([
    { name: 'product', kind: 'text', value: product?.name ?? null },
    { name: 'amount', kind: 'amount', value: formatAmount(plan.amount_micros) },
    { name: 'placed_at', kind: 'time', value: plan.created_at.toISOString() },
    { name: 'settled_at', kind: 'time', value: result?.settled_at.toISOString() ?? null },
  ])
  return { number: plan.number, facts, policy_version: result?.policy_version ?? plan.policy_version }
}
