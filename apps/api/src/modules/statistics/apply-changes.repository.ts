import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { Figures } from './tables.ts'

/** What to add to the roll-ups of one plan on one placement in one minute; negative where it is taken back. */
export interface StatisticsChange extends Figures {
  plan_id: string
  customer_id: string
  placement_id: string
  publisher_id: string
  /** Its beginning, UTC. */
  minute: Date
}

/** Nothing of anything. */
export const NO_FIGURES: Readonly<Figures> = {
  impressions: 0n,
  viewables: 0n,
  clicks: 0n,
  conversions: 0n,
  invalid_events: 0n,
  spend_micros: 0n,
  revenue_micros: 0n,
  spend_returned_micros: 0n,
  revenue_reversed_micros: 0n,
}

/**
 * Adds to every roll-up in `tx`, and tells whoever keeps answers once it commits. One writer at a time: the caller
 * holds the processor's lock (PERFORMANCE, traps).
 */
export async function applyChanges(tx: Transaction, changes: readonly StatisticsChange[]): Promise<void> {
  if (changes.length === 0) return
  const column = (read: (change: StatisticsChange) => string | bigint) =>
    changes.map((change) => String(read(change)))
  await sql`
    select statistics.apply_changes(array_agg(changes::statistics.change)) from unnest(
      ${column((change) => change.plan_id)}::uuid[],
      ${column((change) => change.customer_id)}::uuid[],
      ${column((change) => change.placement_id)}::uuid[],
      ${column((change) => change.publisher_id)}::uuid[],
      ${column((change) => change.minute.toISOString())}::timestamptz[],
      ${column((change) => change.impressions)}::bigint[],
      ${column((change) => change.viewables)}::bigint[],
      ${column((change) => change.clicks)}::bigint[],
      ${column((change) => change.conversions)}::bigint[],
      ${column((change) => change.invalid_events)}::bigint[],
      ${column((change) => change.spend_micros)}::bigint[],
      ${column((change) => change.revenue_micros)}::bigint[],
      ${column((change) => change.spend_returned_micros)}::bigint[],
      ${column((change) => change.revenue_reversed_micros)}::bigint[]
    ) as changes`.execute(tx)
}
