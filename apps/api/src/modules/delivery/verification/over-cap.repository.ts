import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { Span } from '../events/processor.repository.ts'
import type {} from '../tables.ts'
import type { CappedEvent } from './over-cap.ts'
import type { ChargedRow } from './without-charges.ts'

/** An event to judge, with what it would cost and whom. */
export interface CappedRow extends CappedEvent, ChargedRow {}

/**
 * What devices were shown and tapped on the days of these spans' events, by event: of devices with more than `least_count`,
 * which are nearly none. The spans must have been carried.
 */
export async function readCapped(
  tx: Transaction,
  spans: readonly Span[],
  least_count: number,
): Promise<CappedRow[]> {
  const { rows } = await sql<CappedRow>`
    select * from delivery.capped_events(
      ${spans.map(({ node_id }) => node_id)}::integer[], ${spans.map(({ after }) => String(after))}::bigint[],
      ${spans.map(({ until }) => String(until))}::bigint[], ${least_count}
    )`.execute(tx)
  return rows
}

/** Gives verdicts that cost and return nothing; the statistics follow. */
export async function recordOverCap(
  tx: Transaction,
  over: readonly CappedRow[],
  verdict: { verdict_id: string; decided_at: Date },
): Promise<void> {
  await sql`
    insert into delivery.verdicts (
      event_id, decision_id, verdict_id, plan_id, rule, rule_version, decided_at, spend_returned_micros,
      revenue_reversed_micros
    )
    select event_id, decision_id, ${verdict.verdict_id}::uuid, plan_id, 'over_cap', delivery.rule_version_at('over_cap', occurred_at),
      ${verdict.decided_at}, 0, 0
    from unnest(
      ${over.map(({ event_id }) => event_id)}::uuid[], ${over.map(({ decision_id }) => decision_id)}::uuid[]
    ) as over (event_id, decision_id)
    join delivery.events using (event_id, decision_id)`.execute(tx)
}
