import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { calendarDay } from '../../../lib/time-zones.ts'
import { type Account, postTransfers, type Transfer } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import { accountsOf, partAccounts, planFlow, publisherUnsettled, spendLine } from '../accounts.ts'
import { lockPlans, notePublishers, type Plan } from '../plans.repository.ts'
import { moneyOfPlans, type PlanMoney } from '../reading/plan-money.ts'
import { timeZonesOf } from '../time-zones.ts'
import type { SpendItem, SpendResult } from './delivery-types.ts'
import { endPlans } from './end-plan.ts'
import { minus, type Parts, pairUp, partsOfCharge, totalOf } from './spend-parts.ts'

/** Statuses in which delivery is billed; after them, unspent money has been returned. */
const BILLABLE = ['putting', 'putFinished']

/**
 * Bills one batch of events (PRODUCT §3, "Spend"): from each plan's parts, in the proportion placed, to publishers
 * and unearned fee, by the events' stored numbers, with one ad-billing line per plan and day in the customer's zone.
 * Each plan is billed whole or not at all, has its own result, and never fails the batch. Fully spent plans finish.
 */
export async function billSpend(
  services: Services,
  tx: Transaction,
  batch: { batch_id: string; items: readonly SpendItem[] },
): Promise<Map<string, SpendResult>> {
  const by_plan = Map.groupBy(batch.items, ({ plan_id }) => plan_id)
  const plan_ids = [...by_plan.keys()]
  if (plan_ids.length === 0) return new Map()
  const plans = await lockPlans(tx, plan_ids)
  const money = await moneyOfPlans(tx, plan_ids)
  const zoneOf = await timeZonesOf(
    tx,
    [...plans.values()].map(({ customer_id }) => customer_id),
  )
  const now = services.clock.now()
  const results = new Map<string, SpendResult>()
  const spent: Plan[] = []
  const transfers: Transfer[] = []
  for (const [plan_id, items] of by_plan) {
    const plan = plans.get(plan_id)
    const held = money.get(plan_id)
    const result = plan && held ? resultOf(plan, held, items) : 'not_running'
    results.set(plan_id, result)
    if (!plan || !held || result !== 'billed') continue
    const day = calendarDay(now, zoneOf(plan.customer_id))
    transfers.push(...spendTransfers(plan, held, items, batch.batch_id, day))
    if (chargeOf(items) === totalOf(held.unspent) && plan.status === 'putting') spent.push(plan)
  }
  await postTransfers(tx, transfers)
  await notePublishers(
    tx,
    batch.items.filter(({ plan_id }) => results.get(plan_id) === 'billed'),
  )
  await endPlans(services, tx, spent, 'spent')
  return results
}

function chargeOf(items: readonly SpendItem[]): Micros {
  return items.reduce((sum, { charge_micros }) => sum + charge_micros, 0n)
}

function resultOf(plan: Plan, { unspent }: PlanMoney, items: readonly SpendItem[]): SpendResult {
  if (!BILLABLE.includes(plan.status)) return 'not_running'
  for (const { charge_micros, fee_micros } of items) {
    if (charge_micros < 0n || fee_micros < 0n || fee_micros > charge_micros) {
      throw new RangeError('A charge must not be negative, nor its fee exceed it')
    }
  }
  return chargeOf(items) > totalOf(unspent) ? 'over_budget' : 'billed'
}

function spendTransfers(
  plan: Plan,
  { unspent }: PlanMoney,
  items: readonly SpendItem[],
  batch_id: string,
  day: string,
): Transfer[] {
  const before_micros = plan.amount_micros - totalOf(unspent)
  const parts = partsOfCharge(plan, before_micros, before_micros + chargeOf(items))
  assertInProportion(plan, unspent, before_micros)
  const sources = partAccounts(plan, parts).map(({ account, amount_micros }) => ({
    key: account,
    amount_micros,
  }))
  const flow = planFlow(plan.plan_id, spendLine(day), 'ad_billing')
  return pairUp(sources, earners(plan, items)).map(({ source, destination, amount_micros }) => ({
    id: newId(),
    kind: 'posted',
    posting: 'spend',
    debit: source,
    credit: destination,
    amount_micros,
    cause: { kind: 'spend_batch', id: batch_id },
    flow,
  }))
}

/** Publishers and their shares; the platform's fee is last. */
export function earners(
  plan: Pick<Plan, 'plan_id' | 'customer_id' | 'advertiser_id'>,
  items: readonly { publisher_id: string; charge_micros: Micros; fee_micros: Micros }[],
): { key: Account; amount_micros: Micros }[] {
  const shares = [...Map.groupBy(items, ({ publisher_id }) => publisher_id)].map(([publisher_id, own]) => ({
    key: publisherUnsettled(publisher_id, plan.plan_id),
    amount_micros: own.reduce((sum, { charge_micros, fee_micros }) => sum + charge_micros - fee_micros, 0n),
  }))
  const fee = {
    key: accountsOf(plan).fee_unearned,
    amount_micros: items.reduce((sum, { fee_micros }) => sum + fee_micros, 0n),
  }
  return [...shares, fee].filter(({ amount_micros }) => amount_micros > 0n)
}

/** Throws if accounts and the proportion rule have drifted apart. */
function assertInProportion(plan: Plan, unspent: Parts, before_micros: Micros): void {
  const left = minus(plan, partsOfCharge(plan, 0n, before_micros))
  const same = left.cash_micros === unspent.cash_micros && left.discount_micros === unspent.discount_micros
  if (!same) throw new RangeError(`the parts of plan ${plan.number} are out of proportion`)
}
