import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import type { CustomerEntry } from '../../ledger/index.ts'
import { plansNamed } from '../../plans/index.ts'
import type { Services } from '../../services.ts'
import { type CauseDescription, type CauseReader, factsOf } from '../../wallet/index.ts'
import { restorationTold, spendBatchTold, verdictTold } from './flow-cause.repository.ts'

/** Describes billed batches of events, verdicts that reversed events, and appeals that put them back (PRODUCT §2.1, §2.2). */
export const DELIVERY_CAUSES: readonly CauseReader[] = [
  { kind: 'spend_batch', tell: (...asked) => tellOfPlan(...asked, tellSpendBatch) },
  { kind: 'verdict', tell: (...asked) => tellOfPlan(...asked, tellVerdict) },
  { kind: 'restoration', tell: (...asked) => tellOfPlan(...asked, tellRestoration) },
]

type Facts = CauseDescription['facts']

/** Shows events of the plan whose money the entry moved, if the customer owns it. */
async function tellOfPlan(
  services: Services,
  customer_id: string,
  { cause_id, plan_id }: CustomerEntry,
  read: (tx: Transaction, id: string, plan_id: string) => Promise<Facts | null>,
): Promise<CauseDescription | null> {
  if (plan_id === null) return null
  const plans = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    plansNamed(tx, [plan_id]),
  )
  const plan = plans.get(plan_id)
  if (!plan) return null
  const facts = await services.database.transaction({ kind: 'system' }, (tx) => read(tx, cause_id, plan_id))
  return facts && { number: plan.number, facts, policy_version: plan.policy_version }
}

async function tellSpendBatch(tx: Transaction, batch_id: string, plan_id: string): Promise<Facts | null> {
  const told = await spendBatchTold(tx, batch_id, plan_id)
  if (!told) return null
  return factsOf([
    { name: 'impressions', kind: 'count', value: String(told.impressions) },
    { name: 'viewables', kind: 'count', value: String(told.viewables) },
    { name: 'clicks', kind: 'count', value: String(told.clicks) },
    { name: 'invalid_events', kind: 'count', value: String(told.invalid_events) },
    { name: 'charge', kind: 'amount', value: formatAmount(told.charge_micros) },
    { name: 'fee', kind: 'amount', value: formatAmount(told.fee_micros) },
    { name: 'first_event_at', kind: 'time', value: told.first_event_at?.toISOString() ?? null },
    { name: 'last_event_at', kind: 'time', value: told.last_event_at?.toISOString() ?? null },
  ])
}

async function tellVerdict(tx: Transaction, verdict_id: string, plan_id: string): Promise<Facts | null> {
  const told = await verdictTold(tx, verdict_id, plan_id)
  if (!told) return null
  return factsOf([
    { name: 'rule', kind: 'text', value: told.rule },
    { name: 'rule_version', kind: 'count', value: String(told.rule_version) },
    { name: 'events', kind: 'count', value: String(told.events) },
    { name: 'decided_at', kind: 'time', value: told.decided_at.toISOString() },
    { name: 'spend_returned', kind: 'amount', value: formatAmount(told.spend_returned_micros) },
    { name: 'revenue_reversed', kind: 'amount', value: formatAmount(told.revenue_reversed_micros) },
  ])
}

async function tellRestoration(
  tx: Transaction,
  restoration_id: string,
  plan_id: string,
): Promise<Facts | null> {
  const told = await restorationTold(tx, restoration_id, plan_id)
  if (!told) return null
  return factsOf([
    { name: 'rule', kind: 'text', value: told.rule },
    { name: 'rule_version', kind: 'count', value: String(told.rule_version) },
    { name: 'events', kind: 'count', value: String(told.events) },
    { name: 'decided_at', kind: 'time', value: told.decided_at.toISOString() },
  ])
}
