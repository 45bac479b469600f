import type { OutputOf } from '@adtally/contract/call.ts'
import type { planInvalidAppealable } from '@adtally/contract/plans/plans.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { ownedPlan } from '../../plans/index.ts'
import type { Services } from '../../services.ts'
import { appealableSums, takenOf } from './appeals.repository.ts'

/**
 * How many events and how much money a customer's appeal against what took this event would be about (PRODUCT §2.2), whether
 * or not it is still in time. Throws `plan_not_found`, `verdict_not_appealable`.
 */
export async function readAppealable(
  services: Services,
  customer_id: string,
  { plan_id, event_id }: { plan_id: string; event_id: string },
): Promise<OutputOf<typeof planInvalidAppealable>> {
  await ownedPlan(services, customer_id, plan_id)
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const taken = await takenOf(tx, event_id)
    if (!taken || taken.plan_id !== plan_id)
      throw new Refusal('verdict_not_appealable', { field: 'event_id' })
    const { events, spend_returned_micros, revenue_reversed_micros } = await appealableSums(tx, taken)
    return {
      events: Number(events),
      spend_returned: formatAmount(spend_returned_micros),
      revenue_reversed: formatAmount(revenue_reversed_micros),
    }
  })
}
