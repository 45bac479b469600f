import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { publish } from '../../../database/outbox.ts'
import { billSpend, creditConversions, recordFirstDelivery, type SpendItem } from '../../plans/index.ts'
import type { Services } from '../../services.ts'
import { CONVERSIONS_JUDGED_TOPIC } from '../facts.ts'
import { refuseOverCap } from '../verification/refuse-over-cap.ts'
import { refuseOverLease } from '../verification/refuse-over-lease.ts'
import { chargesByLease } from './charges-by-lease.ts'
import {
  addLeaseSpend,
  carrySpans,
  type EventSums,
  lockProcessor,
  type NewConversion,
  readConversions,
  readSpans,
  recordConversions,
  refuseUnbilled,
  type Span,
  type WhileAnother,
} from './processor.repository.ts'

const SYSTEM = { kind: 'system' } as const

/**
 * Carries events on disk into the books: first delivery, spend, conversions, statistics and the cursor move in one
 * transaction (PRODUCT §5), so that after a crash it resumes where the books are. Returns whether there was anything
 * to do, and not left to another.
 */
export async function processEvents(services: Services, while_another: WhileAnother): Promise<boolean> {
  return await services.database.transaction(SYSTEM, async (tx) => {
    if (!(await lockProcessor(tx, while_another))) return false
    const spans = await readSpans(tx)
    if (spans.length === 0) return false
    await processSpans(services, tx, spans)
    return true
  })
}

async function processSpans(services: Services, tx: Transaction, spans: readonly Span[]): Promise<void> {
  const batch_id = newId()
  const capped = await refuseOverCap(services, tx, spans, await carrySpans(tx, batch_id, spans))
  const sums = await refuseOverLease(services, tx, spans, capped)
  const delivered = sums.filter(({ impressions, clicks }) => impressions + clicks > 0n)
  await recordFirstDelivery(services, tx, [...new Set(delivered.map(({ plan_id }) => plan_id))])
  const results = await billSpend(services, tx, { batch_id, items: spendItems(sums) })
  const unbilled = new Set(
    [...results].filter(([, result]) => result !== 'billed').map(([plan_id]) => plan_id),
  )
  if (unbilled.size > 0) {
    services.log.error(
      { plan_ids: [...unbilled] },
      'refused to bill events of plans that take no more spend; look for a process that still decides for them',
    )
    await refuseUnbilled(tx, spans, [...unbilled], newId())
  }
  await addLeaseSpend(tx, chargesByLease(sums.filter(({ plan_id }) => !unbilled.has(plan_id))))
  // An invalid event may be a conversion, whose advertiser is told why it is refused.
  if (!sums.some(({ conversions, invalid_events }) => conversions + invalid_events > 0n)) return
  const found = await readConversions(tx, spans)
  const conversions = found.filter(({ is_invalid }) => !is_invalid)
  if (conversions.length > 0) await creditNew(services, tx, conversions)
  const conversion_ids = found.map(({ event_id }) => event_id)
  if (found.length > 0) await publish(tx, CONVERSIONS_JUDGED_TOPIC, { conversion_ids })
}

/** Each plan's debt to each publisher, summed from the events' stored amounts. */
function spendItems(sums: readonly EventSums[]): SpendItem[] {
  const items = new Map<string, SpendItem>()
  for (const { plan_id, publisher_id, charge_micros, fee_micros } of sums) {
    if (charge_micros === 0n) continue
    const key = `${plan_id} ${publisher_id}`
    const item = items.get(key) ?? { plan_id, publisher_id, charge_micros: 0n, fee_micros: 0n }
    item.charge_micros += charge_micros
    item.fee_micros += fee_micros
    items.set(key, item)
  }
  return [...items.values()]
}

async function creditNew(
  services: Services,
  tx: Transaction,
  conversions: readonly NewConversion[],
): Promise<void> {
  const results = await creditConversions(
    services,
    tx,
    conversions.filter(isPaid).map(({ event_id, plan_id, occurred_at }) => ({
      conversion_id: event_id,
      plan_id,
      occurred_at,
    })),
  )
  const records = conversions.map((conversion) => {
    const { event_id, decision_id, plan_id } = conversion
    const named = { event_id, decision_id, plan_id }
    if (!isPaid(conversion)) return { ...named, state: 'counted' as const, reason: null, payout_micros: 0n }
    const result = results.get(event_id) ?? {
      state: 'refused' as const,
      reason: 'plan_not_running' as const,
    }
    return result.state === 'refused'
      ? { ...named, state: result.state, reason: result.reason, payout_micros: 0n }
      : { ...named, state: result.state, reason: null, payout_micros: result.payout_micros }
  })
  await recordConversions(tx, records)
}

/** Whether a conversion's goal pays; the others are only counted. */
function isPaid({ payout_micros }: NewConversion): boolean {
  return payout_micros > 0n
}
