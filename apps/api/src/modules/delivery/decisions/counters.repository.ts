import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'
import type { DecisionOutcome } from './selection.ts'

/** Counts by `<minute in ms> <what was counted>`. */
interface MinuteCounts {
  /** By reason. */
  refusals: ReadonlyMap<string, number>
  /** By `<placement> <outcome>`. */
  decisions: ReadonlyMap<string, number>
  /** By `<placement> <code>`. */
  player_errors: ReadonlyMap<string, number>
}

/** Adds these counts to those of their minutes. */
export async function addCounts(
  tx: Transaction,
  { refusals, decisions, player_errors }: MinuteCounts,
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
  if (decisions.size > 0) {
    const rows = [...decisions].map(([key, count]) => [...key.split(' '), String(count)])
    await sql`
      insert into delivery.decision_counts as counted (minute, placement_id, outcome, count)
      select to_timestamp(minute_ms / 1000.0), placement_id, outcome, count from unnest(
        ${rows.map(([minute_ms]) => minute_ms)}::bigint[], ${rows.map(([, placement_id]) => placement_id)}::text[],
        ${rows.map(([, , outcome]) => outcome)}::text[], ${rows.map(([, , , count]) => count)}::bigint[]
      ) as given (minute_ms, placement_id, outcome, count)
      order by 1, 2, 3
      on conflict (minute, placement_id, outcome) do update set count = counted.count + excluded.count`.execute(
      tx,
    )
  }
  if (player_errors.size > 0) {
    const rows = [...player_errors].map(([key, count]) => [...key.split(' '), String(count)])
    await sql`
      insert into delivery.player_errors as counted (minute, placement_id, code, count)
      select to_timestamp(minute_ms / 1000.0), placement_id, code, count from unnest(
        ${rows.map(([minute_ms]) => minute_ms)}::bigint[], ${rows.map(([, placement_id]) => placement_id)}::text[],
        ${rows.map(([, , code]) => code)}::smallint[], ${rows.map(([, , , count]) => count)}::bigint[]
      ) as given (minute_ms, placement_id, code, count)
      order by 1, 2, 3
      on conflict (minute, placement_id, code) do update set count = counted.count + excluded.count`.execute(
      tx,
    )
  }
}

/** What players could not play since a time, by placement and code. */
export async function readPlayerErrors(
  tx: Transaction,
  since: Date,
): Promise<{ placement_id: string; code: number; count: bigint }[]> {
  const { rows } = await sql<{ placement_id: string; code: number; count: bigint }>`
    select placement_id, code, sum(count)::bigint as count from delivery.player_errors where minute >= ${since}
    group by placement_id, code order by placement_id, code`.execute(tx)
  return rows
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

/** Requests for an advertisement since a time, by placement and what became of them. */
export async function readDecisionCounts(
  tx: Transaction,
  since: Date,
): Promise<{ placement_id: string; outcome: DecisionOutcome; count: bigint }[]> {
  const { rows } = await sql<{ placement_id: string; outcome: DecisionOutcome; count: bigint }>`
    select placement_id, outcome, sum(count)::bigint as count from delivery.decision_counts where minute >= ${since}
    group by placement_id, outcome order by placement_id, outcome`.execute(tx)
  return rows
}
