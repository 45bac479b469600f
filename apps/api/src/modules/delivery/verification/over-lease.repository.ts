import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { type Span, spanRows } from '../events/processor.repository.ts'
import type {} from '../tables.ts'
import type { ChargedRow } from './without-charges.ts'

/** The leases among these that have less left than is to be charged to them: nearly always none. */
export async function readShortLeases(
  tx: Transaction,
  charges: ReadonlyMap<string, Micros>,
): Promise<string[]> {
  if (charges.size === 0) return []
  const { rows } = await sql<{ lease_id: string }>`
    select lease_id
    from unnest(${[...charges.keys()]}::uuid[], ${[...charges.values()].map(String)}::bigint[])
      as charged (lease_id, charge_micros)
    join delivery.leases using (lease_id)
    where amount_micros - lost_micros - spent_micros < charge_micros`.execute(tx)
  return rows.map(({ lease_id }) => lease_id)
}

/** An event that its lease has no money for. */
export interface OverLeaseRow extends ChargedRow {
  event_id: string
}

/**
 * Gives verdicts that cost and return nothing to the spans' charged events of these leases from the first on that is more
 * than its lease has left, in the events' order; the statistics follow. The spans must have been carried.
 */
export async function setAsideOverLease(
  tx: Transaction,
  spans: readonly Span[],
  lease_ids: readonly string[],
  verdict: { verdict_id: string; decided_at: Date },
): Promise<OverLeaseRow[]> {
  const { rows } = await sql<OverLeaseRow>`
    with charged as (
      select event_id, decision_id, events.plan_id, lease_id, placement_id, publisher_id, occurred_at, charge_micros, fee_micros,
        sum(charge_micros) over (partition by lease_id order by event_id) as so_far_micros,
        amount_micros - lost_micros - spent_micros as left_micros
      from ${spanRows(spans)} join delivery.events using (node_id) join delivery.leases using (lease_id)
      where batch > after and batch <= until and rule is null and charge_micros > 0
        and lease_id = any(${[...lease_ids]}::uuid[])
        and not exists (select from delivery.verdicts where verdicts.event_id = events.event_id)
    ), set_aside as (
      insert into delivery.verdicts (
        event_id, decision_id, verdict_id, plan_id, rule, rule_version, decided_at, spend_returned_micros,
        revenue_reversed_micros
      )
      select event_id, decision_id, ${verdict.verdict_id}::uuid, plan_id, 'over_lease',
        delivery.rule_version_at('over_lease', occurred_at), ${verdict.decided_at}, 0, 0
      from charged where so_far_micros > left_micros
      returning event_id
    )
    select event_id, plan_id, lease_id, placement_id, publisher_id, occurred_at, charge_micros, fee_micros
    from charged join set_aside using (event_id)`.execute(tx)
  return rows
}
