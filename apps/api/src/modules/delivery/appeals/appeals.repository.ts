import type { VerdictAppealDecision } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type Selectable, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Transaction } from '../../../database/database.ts'
import { isId } from '../../../database/identifiers.ts'
import { isTimestamp } from '../../../database/time/timestamps.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { RestoredEvent } from '../../plans/index.ts'
import type { Place, Placed } from '../../staff-list.ts'
import type { AppealTable } from '../tables.ts'

export type Appeal = Selectable<AppealTable>

/** What took an event back, and when. */
export interface Taken {
  verdict_id: string
  rule: string
  plan_id: string
  publisher_id: string
  decided_at: Date
}

/** The verdict that took an event and what it moved back; null if there is none. What moved nothing is none. */
export async function takenOf(tx: Transaction, event_id: string): Promise<Taken | null> {
  const { rows } = await sql<Taken>`
    select verdict_id, verdicts.rule, verdicts.plan_id, publisher_id, decided_at
    from delivery.verdicts join delivery.events using (event_id)
    where event_id = ${event_id} and not delivery.moves_nothing(verdicts.rule)`.execute(tx)
  return rows[0] ?? null
}

/** A customer's appeal of this request. */
export async function appealOfRequest(
  tx: Transaction,
  customer_id: string,
  request_id: string,
): Promise<Appeal | null> {
  const row = await tx
    .selectFrom('delivery.appeals')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Files an appeal unless its party has one against the same verdict and rule; null if so. The database sets its time. Throws
 * `verdict_not_appealable` where nothing that it is about moved money.
 */
export async function insertAppeal(
  tx: Transaction,
  appeal: { appeal_id: string; verdict_id: string; rule: string; grounds: string } & (
    | { customer_id: string; plan_id: string; request_id: string }
    | { publisher_id: string; filed_by: string }
  ),
): Promise<Appeal | null> {
  const row = await tx
    .insertInto('delivery.appeals')
    .values(appeal)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw movesNothing(error) ? new Refusal('verdict_not_appealable', { field: 'event_id' }) : error
    })
  return row ?? null
}

/**
 * Files an appeal of the session's publisher; returns whether it has none yet against the same verdict and rule. Throws
 * `verdict_not_appealable` where nothing that it is about moved money.
 */
export async function fileOwnAppeal(
  tx: Transaction,
  session_token: string,
  { appeal_id, verdict_id, rule, grounds }: Pick<Appeal, 'appeal_id' | 'verdict_id' | 'rule' | 'grounds'>,
): Promise<boolean> {
  const { rows } = await sql<{ filed: boolean }>`
    select delivery.file_appeal(${session_token}::text, ${appeal_id}::uuid, ${verdict_id}::uuid, ${rule}, ${grounds})
      as filed`
    .execute(tx)
    .catch((error: unknown) => {
      throw movesNothing(error) ? new Refusal('verdict_not_appealable', { field: 'verdict_id' }) : error
    })
  return rows[0]?.filed ?? false
}

function movesNothing(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === 'appeal_restores_something'
}

/** Locks an appeal; null if there is none. */
export async function lockAppeal(tx: Transaction, appeal_id: string): Promise<Appeal | null> {
  const row = await tx
    .selectFrom('delivery.appeals')
    .selectAll()
    .where('appeal_id', '=', appeal_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Records what two people decided; the database checks their approval, and who they are. Throws `four_eyes` if either
 * published the version that the verdict went by, or wrote the appeal down.
 */
export async function decideAppealRow(
  tx: Transaction,
  appeal_id: string,
  decided: { decision: VerdictAppealDecision; answer: string; proposal_id: string },
): Promise<void> {
  await tx
    .updateTable('delivery.appeals')
    .set(decided)
    .where('appeal_id', '=', appeal_id)
    .execute()
    .catch((error: unknown) => {
      const { constraint } = error instanceof DatabaseError ? error : {}
      if (constraint === 'appeal_by_own_hand') throw new Refusal('four_eyes')
      throw error
    })
}

/** Who may not decide on an appeal: who published the version that it is about, and who wrote it down for a publisher. */
export async function barredFrom(
  tx: Transaction,
  { rule, rule_version, filed_by }: Pick<Appeal, 'rule' | 'rule_version' | 'filed_by'>,
): Promise<string[]> {
  const row = await tx
    .selectFrom('delivery.rules')
    .select(['proposed_by', 'approved_by'])
    .where('rule', '=', rule)
    .where('version', '=', rule_version)
    .executeTakeFirst()
  return [row?.proposed_by ?? [], row?.approved_by ?? [], filed_by ?? []].flat()
}

/** How much an appeal is about, or would be. */
export interface AppealableSums {
  events: bigint
  spend_returned_micros: Micros
  revenue_reversed_micros: Micros
}

/** Counts and money of what an appeal against this verdict would be about, of its plan alone, and none has put back. */
export async function appealableSums(
  tx: Transaction,
  { verdict_id, rule, plan_id }: Pick<Taken, 'verdict_id' | 'rule' | 'plan_id'>,
): Promise<AppealableSums> {
  const { rows } = await sql<AppealableSums>`
    select count(*) as events,
      coalesce(sum(spend_returned_micros), 0)::bigint as spend_returned_micros,
      coalesce(sum(revenue_reversed_micros), 0)::bigint as revenue_reversed_micros
    from delivery.appealable_events(${verdict_id}::uuid, ${rule}, ${plan_id}::uuid, null)
    join delivery.verdicts using (event_id)
    where not exists (select from delivery.restorations where restorations.event_id = verdicts.event_id)`.execute(
    tx,
  )
  return rows[0] ?? { events: 0n, spend_returned_micros: 0n, revenue_reversed_micros: 0n }
}

export interface AppealedSums extends AppealableSums {
  plans: bigint
}

/** Counts and money of what an appeal is about and no other has put back. System scope. */
export async function appealedSums(tx: Transaction, appeal_id: string): Promise<AppealedSums> {
  const { rows } = await sql<AppealedSums>`
    select count(*) as events, count(distinct plan_id) as plans,
      coalesce(sum(spend_returned_micros), 0)::bigint as spend_returned_micros,
      coalesce(sum(revenue_reversed_micros), 0)::bigint as revenue_reversed_micros
    from delivery.appealed_events(${appeal_id}::uuid) join delivery.verdicts using (event_id)
    where not exists (select from delivery.restorations where restorations.event_id = verdicts.event_id)`.execute(
    tx,
  )
  return rows[0] ?? { events: 0n, plans: 0n, spend_returned_micros: 0n, revenue_reversed_micros: 0n }
}

/** An event of a granted appeal that is not put back yet, with what its verdict moved. */
export interface AppealedEvent {
  event_id: string
  verdict_id: string
  plan_id: string
  publisher_id: string
  customer_id: string
  charge_micros: Micros
  fee_micros: Micros
  spend_returned_micros: Micros
  revenue_reversed_micros: Micros
  /** A conversion that was cancelled while it was owed. */
  was_owed: boolean
}

/** What a granted appeal still has to put back, in the events' order. System scope. */
export async function eventsToRestore(tx: Transaction, appeal_id: string): Promise<AppealedEvent[]> {
  const { rows } = await sql<AppealedEvent>`
    select event_id, verdict_id, verdicts.plan_id, publisher_id, budgets.customer_id, charge_micros, fee_micros,
      spend_returned_micros, revenue_reversed_micros,
      coalesce(conversions.state = 'owed', false) and revenue_reversed_micros = 0 as was_owed
    from delivery.appealed_events(${appeal_id}::uuid)
    join delivery.verdicts using (event_id)
    join (
      select event_id, publisher_id, charge_micros, fee_micros from delivery.events
    ) as events using (event_id)
    join delivery.budgets on budgets.plan_id = verdicts.plan_id
    left join delivery.conversions using (event_id)
    where exists (select from delivery.appeals where appeal_id = ${appeal_id} and decision = 'granted')
      and not exists (select from delivery.restorations where restorations.event_id = verdicts.event_id)
    order by event_id`.execute(tx)
  return rows
}

/**
 * Whether a plan's budget has room for these events again: what closed leases gave back may be leased or spent since. Locks
 * the budget, so that no lease is granted meanwhile.
 */
export async function hasBudgetFor(
  tx: Transaction,
  plan_id: string,
  event_ids: readonly string[],
): Promise<boolean> {
  await sql`select from delivery.budgets where plan_id = ${plan_id} for update`.execute(tx)
  const { rows } = await sql<{ has: boolean }>`
    select placed_micros - spent_micros - coalesce((
        select sum(amount_micros) from delivery.leases where leases.plan_id = budgets.plan_id and closed_at is null
      ), 0) >= coalesce((
        select sum(charge_micros) from delivery.events join delivery.leases using (lease_id)
        where event_id = any (${[...event_ids]}::uuid[]) and closed_at is not null
      ), 0) as has
    from delivery.budgets where plan_id = ${plan_id}`.execute(tx)
  return rows[0]?.has ?? false
}

/** Records what was put back, which corrects the statistics; the events' charges are their leases' again. */
export async function recordRestorations(
  tx: Transaction,
  { appeal_id, restoration_id, plan_id }: { appeal_id: string; restoration_id: string; plan_id: string },
  restored: readonly RestoredEvent[],
  restored_at: Date,
): Promise<void> {
  await tx
    .insertInto('delivery.restorations')
    .values(restored.map((event) => ({ ...event, appeal_id, restoration_id, plan_id, restored_at })))
    .execute()
  const charged = restored.filter(({ spend_restored_micros }) => spend_restored_micros > 0n)
  await sql`
    with again as (
      select lease_id, sum(charge_micros) as charge_micros from delivery.events
      where event_id = any(${charged.map(({ event_id }) => event_id)}::uuid[]) and charge_micros > 0
      group by lease_id
    ), locked as materialized (
      select lease_id from delivery.leases where lease_id in (select lease_id from again) order by lease_id for update
    ), leases as (
      update delivery.leases set spent_micros = leases.spent_micros + again.charge_micros
      from again join locked using (lease_id) where leases.lease_id = again.lease_id
      returning leases.plan_id, leases.day, again.charge_micros, leases.closed_at
    )
    update delivery.budgets set
      spent_micros = spent_micros + closed.charge_micros,
      day_spent_micros = day_spent_micros + closed.today_micros
    from (
      select leases.plan_id, sum(charge_micros) as charge_micros,
        coalesce(sum(charge_micros) filter (where leases.day = budgets.day), 0) as today_micros
      from leases join delivery.budgets using (plan_id) where closed_at is not null group by leases.plan_id
    ) as closed
    where budgets.plan_id = closed.plan_id`.execute(tx)
}

/** An open appeal's paging position in the staff list: when it was filed, its id. */
export const APPEAL_PLACE = [isTimestamp, isId] as const

/** Appeals that nobody has decided, oldest first. System scope. */
export async function openAppeals(
  tx: Transaction,
  after: Place<typeof APPEAL_PLACE> | null,
  rows_max: number,
): Promise<Placed<Appeal, typeof APPEAL_PLACE>[]> {
  let query = tx
    .selectFrom('delivery.appeals')
    .selectAll()
    .select(sql<string>`filed_at::text`.as('filed_text'))
    .where('decision', 'is', null)
  if (after)
    query = query.where(sql<boolean>`(filed_at, appeal_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  const rows = await query.orderBy('filed_at').orderBy('appeal_id').limit(rows_max).execute()
  return rows.map(({ filed_text, ...row }) => ({ row, place: [filed_text, row.appeal_id] as const }))
}
