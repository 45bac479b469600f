import type { OutputOf } from '@adtally/contract/call.ts'
import type { planEntries } from '@adtally/contract/plans.ts'
import { entriesBehind } from '../ledger/index.ts'
import type { Services } from '../services.ts'
import { presentEntry } from '../wallet/index.ts'
import { correctionLine, flowId, PLAN_LINES, planCause, spendLine } from './accounts.ts'
import { daysBetween } from './calendar-day.ts'
import { ownedPlan } from './plan-cards.ts'
import { resultsOf } from './results.repository.ts'
import { timeZonesOf } from './time-zones.ts'

/**
 * A page of the ledger's entries behind a customer's plan, newest first: what the plan caused, and what lies on its
 * fund-flow lines (spend is caused by batches of events). Throws `plan_not_found`, `cursor_invalid`.
 */
export async function planEntriesPage(
  services: Services,
  customer_id: string,
  plan_id: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<OutputOf<typeof planEntries>> {
  const plan = await ownedPlan(services, customer_id, plan_id)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const zoneOf = await timeZonesOf(tx, [customer_id])
    const revisions = (await resultsOf(tx, [plan_id])).get(plan_id)?.revision ?? 0
    const lines = [
      ...PLAN_LINES,
      ...daysBetween(dayBefore(plan.created_at), services.clock.now(), zoneOf(customer_id)).map(spendLine),
      ...Array.from({ length: revisions }, (_, index) => correctionLine(index + 1)),
    ]
    const { kind: cause_kind, id: cause_id } = planCause(plan_id)
    const flow_ids = lines.map((line) => flowId(plan_id, line))
    const { items, next_cursor } = await entriesBehind(tx, { cause_kind, cause_id, flow_ids }, page)
    return { items: items.map(presentEntry), next_cursor }
  })
}

/** The customer may have moved to a zone where it was a day later. */
function dayBefore(time: Date): Date {
  return new Date(time.getTime() - 86_400_000)
}
