import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { Span } from '../events/processor.repository.ts'
import type {} from '../tables.ts'
import { RULES } from './invalid-rules.ts'
import type { CappedEvent } from './over-cap.ts'

/** An event to judge, with what it would cost and whom. */
export interface CappedRow extends CappedEvent {
  lease_id: string
  placement_id: string
  publisher_id: string
  occurred_at: Date
  charge_micros: Micros
  fee_micros: Micros
}

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
  const { version } = RULES.over_cap
  await tx
    .insertInto('delivery.verdicts')
    .values(
      over.map(({ event_id, plan_id }) => ({
        ...{ ...verdict, event_id, plan_id, rule: 'over_cap', rule_version: version },
        ...{ spend_returned_micros: 0n, revenue_reversed_micros: 0n },
      })),
    )
    .execute()
}
