import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { daysBetween } from '../../../lib/time-zones.ts'
import { changeBehind } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import { correctionLine, flowId, PLAN_LINES, planCause, spendLine } from '../accounts.ts'
import type { Plan } from '../plans.repository.ts'
import { resultsOf } from '../settlement/results.repository.ts'
import { timeZonesOf } from '../time-zones.ts'

/** The net change of the customer's available funds by a plan's entries; may be below 0. */
export async function availableChange(services: Services, tx: Transaction, plan: Plan): Promise<Micros> {
  const account = { code: 'customer_available', owner_id: plan.customer_id }
  return await changeBehind(tx, await entriesOf(services, tx, plan), account)
}

/** Selects a plan's entries: those that it caused, and those on its fund-flow lines. */
export async function entriesOf(services: Services, tx: Transaction, plan: Plan) {
  const { plan_id, customer_id } = plan
  const zoneOf = await timeZonesOf(tx, [customer_id])
  const revisions = (await resultsOf(tx, [plan_id])).get(plan_id)?.revision ?? 0
  const lines = [
    ...PLAN_LINES,
    ...daysBetween(dayBefore(plan.created_at), services.clock.now(), zoneOf(customer_id)).map(spendLine),
    ...Array.from({ length: revisions }, (_, index) => correctionLine(index + 1)),
  ]
  const { kind: cause_kind, id: cause_id } = planCause(plan_id)
  return { cause_kind, cause_id, flow_ids: lines.map((line) => flowId(plan_id, line)) }
}

/** The customer may have moved to another zone, where it was still a day earlier. */
function dayBefore(time: Date): Date {
  return new Date(time.getTime() - 86_400_000)
}
