import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'

/**
 * Adds counts of refusals, by `<minute in ms> <reason>`, and of no-fills, by `<minute in ms> <placement> <reason>`.
 */
export async function addCounts(
  tx: Transaction,
  refusals: ReadonlyMap<string, number>,
  no_fills: ReadonlyMap<string, number>,
): Promise<void> {
  if (refusals.size > 0) {
    const rows = [...refusals].map(([key, count]) => [...key.split(' '), String(count)])
    await sql`
      insert into delivery.refusals as counted (minute, reason, count)
      select to_timestamp(minute_ms / 1000.0), reason, count from unnest(
        ${rows.map(([minute_ms]) => minute_ms)}::bigint[], ${rows.map(([, reason]) => reason)}::text[],
        ${rows.map(([, , count]) => count)}::bigint[]) as given (minute_ms, reason, count)
      order by 1, 2
      on conflict (minute, reason) do update set count = counted.count + excluded.count`.execute(tx)
  }
  if (no_fills.size > 0) {
    const rows = [...no_fills].map(([key, count]) => [...key.split(' '), String(count)])
    await sql`
      insert into delivery.no_fills as counted (minute, placement_id, reason, count)
      select to_timestamp(minute_ms / 1000.0), placement_id, reason, count from unnest(
        ${rows.map(([minute_ms]) => minute_ms)}::bigint[], ${rows.map(([, placement_id]) => placement_id)}::text[],
        ${rows.map(([, , reason]) => reason)}::text[], ${rows.map(([, , , count]) => count)}::bigint[]
      ) as given (minute_ms, placement_id, reason, count)
      order by 1, 2, 3
      on conflict (minute, placement_id, reason) do update set count = counted.count + excluded.count`.execute(
      tx,
    )
  }
}

/** Refusals since a time, by reason. */
export async function readRefusals(
  tx: Transaction,
  since: Date,
): Promise<{ reason: string; count: bigint }[]> {
  const { rows } = await sql<{ reason: string; count: bigint }>`
    select reason, sum(count)::bigint as count from delivery.refusals where minute >= ${since}
    group by reason order by reason`.execute(tx)
  return rows
}

/** No-fills since a time, by placement and reason. */
export async function readNoFills(
  tx: Transaction,
  since: Date,
): Promise<{ placement_id: string; reason: string; count: bigint }[]> {
  const { rows } = await sql<{ placement_id: string; reason: string; count: bigint }>`
    select placement_id, reason, sum(count)::bigint as count from delivery.no_fills where minute >= ${since}
    group by placement_id, reason order by placement_id, reason`.execute(tx)
  return rows
}
