import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { publish } from '../../../database/outbox.ts'
import { type PostingName, postTransfers, type Transfer } from '../../ledger/index.ts'
import { holdEndedStartupFunds } from '../../startup/index.ts'
import { accountsOf, type PlanParties, PROMO, partAccounts, planCause, planFlow } from '../accounts.ts'
import { PLANS_FAILED_TOPIC } from '../facts.ts'
import { moneyOf, moneyOfPlans } from '../reading/plan-money.ts'
import { askToPayOwed } from '../settlement/owed.ts'
import type { Parts } from './spend-parts.ts'

type ReturnPosting = Extract<PostingName, 'unspent_returned' | 'settlement'>

/**
 * Returns money of plans' parts to its sources (PRODUCT §3, "Unspent returned"): cash to available, discount to
 * promo, startup funds to startup or, if they have ended, to promo. Call it once per transaction, because it locks
 * the grants.
 */
export async function returnTransfers(
  tx: Transaction,
  returned: readonly { plan: PlanParties; parts: Parts }[],
  posting: ReturnPosting,
): Promise<Transfer[]> {
  const over = await holdEndedStartupFunds(
    tx,
    returned.flatMap(({ plan, parts }) => (parts.startup_micros > 0n ? plan.customer_id : [])),
  )
  return returned.flatMap(({ plan, parts }) =>
    partAccounts(plan, parts).map(({ code, account, source, amount_micros }): Transfer => {
      const is_over = code === 'plan_startup' && over.has(plan.customer_id)
      return {
        id: newId(),
        kind: 'posted',
        posting,
        debit: account,
        credit: code === 'plan_discount' || is_over ? PROMO : source,
        amount_micros,
        cause: planCause(plan.plan_id),
        flow: planFlow(plan.plan_id, 'returned', 'ad_serving'),
      }
    }),
  )
}

/** Returns all the money of locked plans without delivery: their parts and the reserved escrow. */
export async function returnAll(tx: Transaction, plans: readonly PlanParties[]): Promise<void> {
  const money = await moneyOfPlans(
    tx,
    plans.map(({ plan_id }) => plan_id),
  )
  const held = plans.flatMap((plan) => {
    const of_plan = money.get(plan.plan_id)
    return of_plan ? [{ plan, parts: of_plan.unspent, reserved_micros: of_plan.reserved_micros }] : []
  })
  await postTransfers(tx, [
    ...(await returnTransfers(tx, held, 'unspent_returned')),
    ...held.flatMap(({ plan, reserved_micros }) =>
      releaseTransfers(plan, reserved_micros, 'unspent_returned'),
    ),
  ])
  const with_coupon = held.filter(({ parts }) => parts.discount_micros > 0n)
  if (with_coupon.length > 0) {
    const plan_ids = with_coupon.map(({ plan }) => plan.plan_id)
    await publish(tx, PLANS_FAILED_TOPIC, { plan_ids })
  }
  await askToPayOwed(
    tx,
    plans.map(({ advertiser_id }) => advertiser_id),
  )
}

/** Releases reserved escrow; no transfer for 0. */
export function releaseTransfers(
  plan: PlanParties,
  amount_micros: Micros,
  posting: ReturnPosting,
): Transfer[] {
  if (amount_micros === 0n) return []
  const { reserved, escrow } = accountsOf(plan)
  const cause = planCause(plan.plan_id)
  return [{ id: newId(), kind: 'posted', posting, debit: reserved, credit: escrow, amount_micros, cause }]
}

/** Returns a locked plan's unspent money; the reserved escrow stays for further conversions. */
export async function returnUnspent(tx: Transaction, plan: PlanParties): Promise<void> {
  const { unspent } = await moneyOf(tx, plan.plan_id)
  await postTransfers(tx, await returnTransfers(tx, [{ plan, parts: unspent }], 'unspent_returned'))
}
