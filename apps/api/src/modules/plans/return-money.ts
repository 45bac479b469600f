import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { type PostingName, postTransfers, type Transfer } from '../ledger/index.ts'
import { accountsOf, type PlanParties, PROMO, partAccounts, planCause, planFlow } from './accounts.ts'
import { askToPayOwed } from './owed.ts'
import { moneyOf, moneyOfPlans } from './plan-money.ts'
import type { Parts } from './spend-parts.ts'

/**
 * Money of a plan's parts going back where it came from (PRODUCT §3, "Unspent returned"): cash to available, discount
 * to promo, startup funds to startup.
 */
export function returnTransfers(
  plan: PlanParties,
  parts: Parts,
  line: string,
  posting: Extract<PostingName, 'unspent_returned' | 'settlement'>,
): Transfer[] {
  return partAccounts(plan, parts).map(({ code, account, source, amount_micros }) => ({
    id: newId(),
    kind: 'posted',
    posting,
    debit: account,
    credit: code === 'plan_discount' ? PROMO : source,
    amount_micros,
    cause: planCause(plan.plan_id),
    flow: planFlow(plan.plan_id, line, 'ad_serving'),
  }))
}

/** Returns everything of locked plans that have had no delivery: their parts and the reserved escrow. */
export async function returnAll(tx: Transaction, plans: readonly PlanParties[]): Promise<void> {
  const money = await moneyOfPlans(
    tx,
    plans.map(({ plan_id }) => plan_id),
  )
  await postTransfers(
    tx,
    plans.flatMap((plan) => {
      const held = money.get(plan.plan_id)
      if (!held) return []
      return [
        ...returnTransfers(plan, held.unspent, 'returned', 'unspent_returned'),
        ...releaseTransfers(plan, held.reserved_micros, 'unspent_returned'),
      ]
    }),
  )
  for (const advertiser_id of new Set(plans.map((plan) => plan.advertiser_id))) {
    await askToPayOwed(tx, advertiser_id)
  }
}

/** Reserved escrow that is free again; none where there is nothing. */
export function releaseTransfers(
  plan: PlanParties,
  amount_micros: Micros,
  posting: Extract<PostingName, 'unspent_returned' | 'settlement'>,
): Transfer[] {
  if (amount_micros === 0n) return []
  const { reserved, escrow } = accountsOf(plan)
  const cause = planCause(plan.plan_id)
  return [{ id: newId(), kind: 'posted', posting, debit: reserved, credit: escrow, amount_micros, cause }]
}

/** Returns what a locked plan has not spent; its reserved escrow stays for conversions to come. */
export async function returnUnspent(tx: Transaction, plan: PlanParties): Promise<void> {
  const { unspent } = await moneyOf(tx, plan.plan_id)
  await postTransfers(tx, returnTransfers(plan, unspent, 'returned', 'unspent_returned'))
}
