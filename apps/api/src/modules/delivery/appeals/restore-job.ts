import { formatAmount, total } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { schedule } from '../../../database/jobs.ts'
import { tellCustomer } from '../../customer-notice.ts'
import type { JobHandler } from '../../module.ts'
import {
  oweAgain,
  plansNamed,
  type RestoredEvent,
  restoreEvents,
  type TakenEvent,
} from '../../plans/index.ts'
import type { Services } from '../../services.ts'
import { lockProcessor } from '../events/processor.repository.ts'
import {
  type AppealedEvent,
  eventsToRestore,
  hasBudgetFor,
  recordRestorations,
} from './appeals.repository.ts'

/** The job that puts back what a granted appeal is about; the subject is the appeal. */
export const RESTORE_JOB = 'traffic-appeal.restore'

/** How soon it is tried again while the processor is at work, and while a plan's money is elsewhere. */
const BUSY_MS = 5_000
const ELSEWHERE_MS = 3_600_000

/**
 * `traffic-appeal.restore`: puts back events, spend and revenue of a granted appeal, plan by plan (PRODUCT §2.2). A plan whose
 * money is leased, returned or withdrawn is tried again each hour, at the latest once it has settled.
 */
export const restoreJob: JobHandler = {
  kind: RESTORE_JOB,
  async run(services, tx, { subject_id: appeal_id }) {
    const again = (after_ms: number) =>
      schedule(tx, {
        kind: RESTORE_JOB,
        subject_id: appeal_id,
        due_at: new Date(services.clock.now_ms() + after_ms),
      })
    if (!(await lockProcessor(tx, 'leave'))) return await again(BUSY_MS)
    const by_plan = Map.groupBy(await eventsToRestore(tx, appeal_id), ({ plan_id }) => plan_id)
    let waits = false
    for (const plan_id of [...by_plan.keys()].toSorted()) {
      const is_done = await restorePlan(services, tx, { appeal_id, plan_id }, by_plan.get(plan_id) ?? [])
      waits ||= !is_done
    }
    if (waits) await again(ELSEWHERE_MS)
  },
}

async function restorePlan(
  services: Services,
  tx: Transaction,
  { appeal_id, plan_id }: { appeal_id: string; plan_id: string },
  events: readonly AppealedEvent[],
): Promise<boolean> {
  const is_running = (await plansNamed(tx, [plan_id])).get(plan_id)?.status !== 'settled'
  const event_ids = events.map(({ event_id }) => event_id)
  if (is_running && !(await hasBudgetFor(tx, plan_id, event_ids))) return false
  const restoration_id = newId()
  const restored = await restoreEvents(services, tx, {
    restoration_id,
    plan_id,
    events: events.map(takenEvent),
  })
  if (!restored) return false
  await recordRestorations(tx, { appeal_id, restoration_id, plan_id }, restored, services.clock.now())
  const conversion_ids = events.flatMap(({ event_id, was_owed }) => (was_owed ? event_id : []))
  if (conversion_ids.length > 0) await oweAgain(tx, { plan_id, conversion_ids })
  const [first] = events
  if (first) await tell(services, tx, { plan_id, customer_id: first.customer_id }, restored)
  return true
}

function takenEvent(event: AppealedEvent): TakenEvent {
  const { event_id, verdict_id, publisher_id, charge_micros, fee_micros } = event
  return {
    event_id,
    verdict_id,
    spend: event.spend_returned_micros > 0n ? { publisher_id, charge_micros, fee_micros } : null,
    payout_micros: event.revenue_reversed_micros,
  }
}

async function tell(
  { settings: { currency } }: Services,
  tx: Transaction,
  { plan_id, customer_id }: { plan_id: string; customer_id: string },
  restored: readonly RestoredEvent[],
): Promise<void> {
  const plan = (await plansNamed(tx, [plan_id])).get(plan_id)
  await tellCustomer(tx, customer_id, {
    message: 'traffic_restored',
    values: {
      number: plan?.number ?? '',
      currency,
      spend: formatAmount(total(restored.map(({ spend_restored_micros }) => spend_restored_micros))),
      revenue: formatAmount(total(restored.map(({ revenue_restored_micros }) => revenue_restored_micros))),
    },
    subject: { kind: 'plan', id: plan_id },
  })
}
