import type { EventKind } from '@adtally/contract/enums.ts'
import type { RuleName } from '@adtally/contract/operator/market/delivery-rules.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { idFloor } from '../events/binary-id.ts'
import type { WindowRule } from '../rules/outlying.repository.ts'
import {
  besideOnDevice,
  counting,
  followsInvalid,
  judged,
  type Stretch,
  SUSPECTS,
  taintedIn,
  within,
} from '../rules/suspects.repository.ts'
import type { RulesInForce } from '../rules/traffic-rules.ts'
import type {} from '../tables.ts'

/** The time up to which the pass has gone. */
export async function readPassedUntil(tx: Transaction): Promise<Date> {
  const { rows } = await sql<{ passed_until: Date }>`select passed_until from delivery.invalid_pass`.execute(
    tx,
  )
  return rows[0]?.passed_until ?? new Date(0)
}

/** Records that the pass has gone up to `passed_until`. */
export async function movePassedUntil(tx: Transaction, passed_until: Date): Promise<void> {
  await sql`update delivery.invalid_pass set passed_until = ${passed_until}`.execute(tx)
}

/** The time of the first event from `from` on, so that the pass skips empty time; null where there is none. */
export async function readNextEventTime(tx: Transaction, from: Date): Promise<Date | null> {
  const { rows } = await sql<{ occurred_at: Date }>`
    select occurred_at from delivery.events where event_id >= ${idFloor(from.getTime())} order by event_id limit 1`.execute(
    tx,
  )
  return rows[0]?.occurred_at ?? null
}

/** Waits until all batches in progress have landed, and blocks new ones until the transaction ends. */
export async function waitForBatches(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(150, 1)`.execute(tx)
}

/** A counted event that a rule found invalid later. */
export interface FoundInvalid {
  event_id: string
  decision_id: string
  rule: RuleName
  /** The one in force when the event happened. */
  rule_version: number
  kind: EventKind
  plan_id: string
  customer_id: string
  placement_id: string
  publisher_id: string
  occurred_at: Date
  charge_micros: Micros
  fee_micros: Micros
}

const FOUND = sql`
  select distinct on (event_id)
    event_id, decision_id, found.rule, delivery.rule_version_at(found.rule, occurred_at) as rule_version, kind, plan_id, customer_id,
    placement_id, publisher_id, occurred_at, charge_micros, fee_micros
  from found join delivery.events using (event_id) join delivery.budgets using (plan_id)
  order by event_id, found.place`

/** Events of whole minutes that break rules about many events, without conversions. */
export async function findInvalid(
  tx: Transaction,
  stretch: Stretch,
  rules: RulesInForce,
): Promise<FoundInvalid[]> {
  const { rows } = await sql<FoundInvalid>`
    with ${judged(stretch)}, found (event_id, rule, place) as (
      select event_id, 'impossible_sequence', 1 from (${SUSPECTS.impossible_sequence(rules)}) as broken
      union all
      select event_id, 'device_velocity', 2 from (${SUSPECTS.device_velocity(rules)}) as broken
      union all
      select event_id, 'address_velocity', 3 from (${SUSPECTS.address_velocity(rules)}) as broken
    )
    ${FOUND}`.execute(tx)
  return rows
}

/** What makes outliers of a window's placements or visitors, by the query that `outlyingIn` gives. */
export async function findOutlying(
  tx: Transaction,
  rule: WindowRule,
  outlying: RawBuilder<unknown>,
): Promise<FoundInvalid[]> {
  const { rows } = await sql<FoundInvalid>`
    with found (event_id, rule, place) as (select event_id, ${rule}::text, 1 from (${outlying}) as outlying)
    ${FOUND}`.execute(tx)
  return rows
}

/** What of a stretch follows from an event that is invalid: viewables and quartiles of impressions, conversions of clicks. */
export async function findFollowing(tx: Transaction, stretch: Stretch): Promise<FoundInvalid[]> {
  const { rows } = await sql<FoundInvalid>`
    with found (event_id, rule, place) as (
      select event_id, 'impossible_sequence', 1
      from delivery.events
      where ${within(stretch)} and ${counting()} and ${followsInvalid()}
        and (kind <> 'conversion' or exists (
          select from delivery.conversions
          where conversions.event_id = events.event_id and state in ('credited', 'owed')))
    )
    ${FOUND}`.execute(tx)
  return rows
}

/** What of a stretch counts though another event of its decision speaks against whoever reported both. */
export async function findTainted(tx: Transaction, stretch: Stretch): Promise<FoundInvalid[]> {
  const { rows } = await sql<FoundInvalid>`
    with found (event_id, rule, place) as (
      select event_id, 'tainted_decision', 1 from (${taintedIn(stretch)}) as tainted
    )
    ${FOUND}`.execute(tx)
  return rows
}

/** What of a stretch counts though its device has shown in another decision's event that it is no person's. */
export async function findBeside(
  tx: Transaction,
  stretch: Stretch,
  rules: RulesInForce,
): Promise<FoundInvalid[]> {
  const { rows } = await sql<FoundInvalid>`
    with found (event_id, rule, place) as (
      select event_id, 'tainted_device', 1 from (${besideOnDevice(stretch, rules)}) as beside
    )
    ${FOUND}`.execute(tx)
  return rows
}

/** What could not be taken back before, and still counts. */
export async function findStuck(tx: Transaction): Promise<FoundInvalid[]> {
  const { rows } = await sql<FoundInvalid>`
    with found (event_id, rule, place) as (select event_id, rule, 1 from delivery.stuck_events)
    ${FOUND}`.execute(tx)
  return rows
}

/** Notes what could not be taken back, to be tried again. */
export async function noteStuck(
  tx: Transaction,
  found: readonly FoundInvalid[],
  noted_at: Date,
): Promise<void> {
  await tx
    .insertInto('delivery.stuck_events')
    .values(found.map(({ event_id, decision_id, rule }) => ({ event_id, decision_id, rule, noted_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Forgets what has been taken back, or is past being so. */
export async function forgetStuck(tx: Transaction, found: readonly FoundInvalid[]): Promise<void> {
  const event_ids = found.map(({ event_id }) => event_id)
  if (event_ids.length > 0)
    await tx.deleteFrom('delivery.stuck_events').where('event_id', 'in', event_ids).execute()
}

/** A verdict with the money it moved. */
export interface NewVerdict {
  /** Cited by the ledger's postings; shared by everything reversed together. */
  verdict_id: string
  event_id: string
  decision_id: string
  plan_id: string
  rule: RuleName
  rule_version: number
  spend_returned_micros: Micros
  revenue_reversed_micros: Micros
}

/** Records verdicts. */
export async function recordVerdicts(
  tx: Transaction,
  verdicts: readonly NewVerdict[],
  decided_at: Date,
): Promise<void> {
  if (verdicts.length === 0) return
  await tx
    .insertInto('delivery.verdicts')
    .values(verdicts.map((verdict) => ({ ...verdict, decided_at })))
    .execute()
}

/**
 * Takes the charges of events that were taken back from their leases' spend; where a lease is closed, the money becomes
 * free to lease again. Locks leases by their ids, as all do that change several.
 */
export async function freeSpend(tx: Transaction, event_ids: readonly string[]): Promise<void> {
  if (event_ids.length === 0) return
  await sql`
    with freed as (
      select lease_id, sum(charge_micros) as charge_micros from delivery.events
      where event_id = any(${[...event_ids]}::uuid[]) and charge_micros > 0
      group by lease_id
    ), locked as materialized (
      select lease_id from delivery.leases where lease_id in (select lease_id from freed) order by lease_id for update
    ), leases as (
      update delivery.leases set spent_micros = leases.spent_micros - freed.charge_micros
      from freed join locked using (lease_id) where leases.lease_id = freed.lease_id
      returning leases.plan_id, leases.day, freed.charge_micros, leases.closed_at
    )
    update delivery.budgets set
      spent_micros = spent_micros - closed.charge_micros,
      day_spent_micros = day_spent_micros - case when day = last_day then last_day_charge_micros else 0 end
    from (
      select distinct on (plan_id)
        plan_id, sum(sum(charge_micros)) over (partition by plan_id) as charge_micros,
        day as last_day, sum(charge_micros) as last_day_charge_micros
      from leases where closed_at is not null group by plan_id, day order by plan_id, day desc
    ) as closed
    where budgets.plan_id = closed.plan_id`.execute(tx)
}
