import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'

/** One writer at a time, however many workers there are (PERFORMANCE, traps). */
const PROCESSOR_LOCK = [150, 2] as const
/** Batches of one node in one transaction, so that a backlog is processed in pieces. */
const BATCHES_MAX = 100

/** What to do while another process carries events: wait until it has ended, or leave it to that one. */
export type WhileAnother = 'wait' | 'leave'

/** Becomes the only processor until the transaction ends; false where another is working, unless this is to `wait` for it. */
export async function lockProcessor(tx: Transaction, while_another: WhileAnother): Promise<boolean> {
  if (while_another === 'wait') {
    await sql`select pg_advisory_xact_lock(${PROCESSOR_LOCK[0]}, ${PROCESSOR_LOCK[1]})`.execute(tx)
    return true
  }
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${PROCESSOR_LOCK[0]}, ${PROCESSOR_LOCK[1]}) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

/** Batches of one node that are on disk but not in the books. */
export interface Span {
  node_id: number
  /** Exclusive. */
  after: bigint
  /** Inclusive. */
  until: bigint
}

/** The spans to process. A node's batches become visible in order, so everything up to `until` is there. */
export async function readSpans(tx: Transaction): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select node_id, coalesce(batch, 0) as after, least(last_batch, coalesce(batch, 0) + ${BATCHES_MAX}) as until
    from delivery.nodes left join delivery.cursors using (node_id)
    where last_batch > coalesce(batch, 0)
    order by node_id`.execute(tx)
  return rows
}

/** Events of spans, summed by plan, placement, lease and minute. */
export interface EventSums {
  plan_id: string
  lease_id: string
  customer_id: string
  placement_id: string
  publisher_id: string
  minute: Date
  /** Valid and invalid ones, but not valid conversions. */
  events: bigint
  /** Valid conversions, which are credited one by one. */
  conversions: bigint
  impressions: bigint
  viewables: bigint
  clicks: bigint
  /** Impressions on film placements. */
  film_impressions: bigint
  video_25: bigint
  video_50: bigint
  video_75: bigint
  video_100: bigint
  film_skips: bigint
  film_errors: bigint
  invalid_events: bigint
  /** Sums of valid events. */
  charge_micros: Micros
  fee_micros: Micros
}

/**
 * Carries spans into the statistics, each only once, moves their cursors and returns their sums. Postings of their
 * spend cite `batch_id`.
 */
export async function carrySpans(
  tx: Transaction,
  batch_id: string,
  spans: readonly Span[],
): Promise<EventSums[]> {
  const { rows } = await sql<EventSums>`
    select * from delivery.carry_spans(
      ${batch_id}::uuid, ${spans.map(({ node_id }) => node_id)}::integer[],
      ${spans.map(({ after }) => String(after))}::bigint[], ${spans.map(({ until }) => String(until))}::bigint[])`.execute(
    tx,
  )
  return rows
}

/**
 * Adds valid charges to their leases' spend, to the budget's at once where the lease is closed already. Locks leases by
 * their ids, as all do that change several.
 */
export async function addLeaseSpend(tx: Transaction, charges: ReadonlyMap<string, Micros>): Promise<void> {
  if (charges.size === 0) return
  await sql`
    with locked as materialized (
      select lease_id from delivery.leases where lease_id = any(${[...charges.keys()]}::uuid[])
      order by lease_id for update
    ), added as (
      update delivery.leases set spent_micros = leases.spent_micros + charged.charge_micros
      from unnest(${[...charges.keys()]}::uuid[], ${[...charges.values()].map(String)}::bigint[])
        as charged (lease_id, charge_micros)
      join locked using (lease_id)
      where leases.lease_id = charged.lease_id
      returning leases.plan_id, leases.day, leases.closed_at, charged.charge_micros
    ), late as (
      select plan_id, sum(charge_micros) as charge_micros,
        coalesce(sum(charge_micros) filter (where added.day = budgets.day), 0) as day_micros
      from added join delivery.budgets using (plan_id) where closed_at is not null
      group by plan_id
    )
    update delivery.budgets set
      spent_micros = budgets.spent_micros + late.charge_micros,
      day_spent_micros = day_spent_micros + late.day_micros
    from late where budgets.plan_id = late.plan_id`.execute(tx)
}

/** A conversion to credit. */
export interface NewConversion {
  event_id: string
  decision_id: string
  plan_id: string
  customer_id: string
  placement_id: string
  publisher_id: string
  occurred_at: Date
  /** 0: of a goal that is only counted. */
  payout_micros: Micros
  /** Found invalid on arrival: refused. */
  is_invalid: boolean
}

/** Conversions of spans, oldest first. */
export async function readConversions(tx: Transaction, spans: readonly Span[]): Promise<NewConversion[]> {
  const { rows } = await sql<NewConversion>`
    select event_id, decision_id, plan_id, customer_id, placement_id, publisher_id, occurred_at, events.payout_micros,
      rule is not null as is_invalid
    from ${spanRows(spans)}
    join delivery.events using (node_id) join delivery.budgets using (plan_id)
    where batch > after and batch <= until and kind = 'conversion'
    order by occurred_at, event_id`.execute(tx)
  return rows
}

export interface ConversionRecord {
  event_id: string
  decision_id: string
  plan_id: string
  state: 'credited' | 'owed' | 'refused' | 'counted'
  reason: string | null
  payout_micros: Micros
}

/** Records the outcomes of conversions; the statistics follow. */
export async function recordConversions(
  tx: Transaction,
  records: readonly ConversionRecord[],
): Promise<void> {
  if (records.length > 0)
    await tx
      .insertInto('delivery.conversions')
      .values([...records])
      .execute()
}

/** Gives verdicts to the spans' counted events of unbillable plans that have none; the statistics follow. */
export async function refuseUnbilled(
  tx: Transaction,
  spans: readonly Span[],
  plan_ids: readonly string[],
  verdict_id: string,
): Promise<void> {
  await sql`
    insert into delivery.verdicts (
      event_id, decision_id, verdict_id, plan_id, rule, rule_version, decided_at, spend_returned_micros,
      revenue_reversed_micros
    )
    select event_id, decision_id, ${verdict_id}::uuid, plan_id, 'not_billable',
      delivery.rule_version_at('not_billable', occurred_at), platform.now(), 0, 0
    from ${spanRows(spans)} join delivery.events using (node_id)
    where batch > after and batch <= until and rule is null and kind <> 'conversion' and plan_id = any(${plan_ids})
      and not exists (select from delivery.verdicts where verdicts.event_id = events.event_id)`.execute(tx)
}

/** Spans as rows with `node_id`, `after` and `until`. */
export function spanRows(spans: readonly Span[]) {
  return sql`unnest(
    ${spans.map(({ node_id }) => node_id)}::integer[], ${spans.map(({ after }) => String(after))}::bigint[],
    ${spans.map(({ until }) => String(until))}::bigint[]) as spans (node_id, after, until)`
}

/** Waits to become the only writer of the roll-ups until the transaction ends. */
export async function becomeProcessor(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PROCESSOR_LOCK[0]}, ${PROCESSOR_LOCK[1]})`.execute(tx)
}

/** Records once that an owed conversion was paid; the statistics follow. */
export async function recordPayment(tx: Transaction, event_id: string, paid_micros: Micros): Promise<void> {
  await sql`
    insert into delivery.conversion_payments (event_id, plan_id, paid_micros)
    select event_id, plan_id, ${paid_micros} from delivery.conversions where event_id = ${event_id}
    on conflict do nothing`.execute(tx)
}

/** The number of waiting batches, by its name in `/metrics`. */
export async function waitingBatches(tx: Transaction) {
  const { rows } = await sql<{ adtally_delivery_batches_waiting: number }>`
    select coalesce(sum(last_batch - coalesce(batch, 0)), 0)::float8 as adtally_delivery_batches_waiting
    from delivery.nodes left join delivery.cursors using (node_id)
    where last_batch > coalesce(batch, 0)`.execute(tx)
  return rows[0]
}
