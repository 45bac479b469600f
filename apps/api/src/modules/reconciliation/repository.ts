import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import type { Job } from '../../database/jobs.ts'
import type { Difference } from './rules.ts'
import type { ClosingTable, ItemTable, RunTable } from './tables.ts'

/**
 * Serialises runs until the transaction ends, so that no item is opened twice. Also lifts the statement timeout,
 * because the proofs read everything.
 */
export async function lockRuns(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(205, 1), set_config('statement_timeout', '0', true)`.execute(tx)
}

/** A night's run: one that the audit log has, one that somebody only wrote, or null. */
export async function runOfNight(tx: Transaction, night: string): Promise<'audited' | 'faked' | null> {
  const { rows } = await sql<{ is_audited: boolean }>`
    select exists (
      select from audit.entries
      where subject_kind = 'reconciliation_run' and subject_id = run_id::text and action = 'reconciliation.run'
        and details ->> 'night' = night::text
    ) as is_audited
    from reconciliation.runs where night = ${night}::date`.execute(tx)
  const [run] = rows
  if (!run) return null
  return run.is_audited ? 'audited' : 'faked'
}

/** The previous run with its figures; undefined for the first. */
export async function newestRun(tx: Transaction): Promise<{ run_id: string; figures: unknown } | undefined> {
  return await tx
    .selectFrom('reconciliation.runs')
    .select(['run_id', 'figures'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Stores a run with its figures. */
export async function insertRun(tx: Transaction, run: Insertable<RunTable>): Promise<void> {
  await tx.insertInto('reconciliation.runs').values(run).execute()
}

/**
 * The item of each difference, in the same order: an open one, or a closed one whose difference was in every run
 * since (two people explained it). Null if the difference is new or came back.
 */
export async function knownItems(
  tx: Transaction,
  differences: readonly Difference[],
  last_run_id: string | undefined,
): Promise<(string | null)[]> {
  const { rows } = await sql<{ item_id: string | null }>`
    select (
      select item.item_id from reconciliation.items item
      left join reconciliation.closings using (item_id)
      where item.proof = difference.proof and item.subject = difference.subject
        and item.difference_micros is not distinct from difference.found_micros - difference.expected_micros
        and (closings.item_id is null or exists (
          select from reconciliation.sightings
          where sightings.item_id = item.item_id and sightings.run_id = ${last_run_id ?? null}::uuid))
      order by item.item_id desc limit 1
    ) as item_id
    from unnest(
      ${differences.map(({ proof }) => proof)}::text[], ${differences.map(({ subject }) => subject)}::text[],
      ${differences.map((one) => one.expected_micros?.toString() ?? null)}::bigint[],
      ${differences.map((one) => one.found_micros?.toString() ?? null)}::bigint[]
    ) with ordinality as difference (proof, subject, expected_micros, found_micros, position)
    order by position`.execute(tx)
  return rows.map(({ item_id }) => item_id)
}

/** Opens items; answers their ids. */
export async function openItems(
  tx: Transaction,
  run_id: string,
  differences: readonly Difference[],
): Promise<string[]> {
  if (differences.length === 0) return []
  const items = differences.map((difference) => ({ ...difference, item_id: newId() }))
  await tx
    .insertInto('reconciliation.items')
    .values(items.map((item) => ({ ...item, run_id, opened_at: sql<Date>`platform.now()` })))
    .execute()
  return items.map(({ item_id }) => item_id)
}

/** Records that the differences of these items were present in a run. */
export async function insertSightings(
  tx: Transaction,
  run_id: string,
  item_ids: readonly string[],
): Promise<void> {
  if (item_ids.length === 0) return
  await tx
    .insertInto('reconciliation.sightings')
    .values(item_ids.map((item_id) => ({ run_id, item_id })))
    .execute()
}

export type ItemRow = Selectable<ItemTable>

/** An item with its closing, if any. */
export type ItemView = ItemRow & { explanation: string | null; closed_at: Date | null }

/** Items, oldest first: one by its number, or the open ones, optionally after one of them. */
export async function itemViews(
  tx: Transaction,
  of: { number: string } | { open: true; after?: string | undefined; limit: number },
): Promise<ItemView[]> {
  const query = tx
    .selectFrom('reconciliation.items')
    .leftJoin('reconciliation.closings', 'reconciliation.closings.item_id', 'reconciliation.items.item_id')
    .selectAll('reconciliation.items')
    .select(['reconciliation.closings.explanation', 'reconciliation.closings.closed_at'])
    .orderBy('reconciliation.items.item_id')
  if ('number' in of) return await query.where('reconciliation.items.number', '=', of.number).execute()
  const open = query.where('reconciliation.closings.item_id', 'is', null)
  const later = of.after === undefined ? open : open.where('reconciliation.items.item_id', '>', of.after)
  return await later.limit(of.limit).execute()
}

/** Closes an item; false if it is closed already. */
export async function insertClosing(
  tx: Transaction,
  closing: Omit<Insertable<ClosingTable>, 'closed_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reconciliation.closings')
    .values({ ...closing, closed_at: sql<Date>`platform.now()` })
    .onConflict((conflict) => conflict.column('item_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Runs, newest first, optionally before one of them. */
export async function runsNewestFirst(
  tx: Transaction,
  before: string | undefined,
  rows_max: number,
): Promise<Selectable<RunTable>[]> {
  const query = tx.selectFrom('reconciliation.runs').selectAll()
  const older = before === undefined ? query : query.where('sequence', '<', BigInt(before))
  return await older.orderBy('sequence', 'desc').limit(rows_max).execute()
}

/** Schedules a job if it has no time or a later one; an overdue one stays due. */
export async function scheduleBy(tx: Transaction, { kind, subject_id, due_at }: Job): Promise<void> {
  await sql`
    select platform.schedule_job(${kind}, ${subject_id}, ${due_at}::timestamptz)
    where not exists (
      select from platform.jobs
      where kind = ${kind} and subject_id = ${subject_id}
        and greatest(due_at, retry_at) <= ${due_at}::timestamptz)`.execute(tx)
}

/** The proof's figures by their names in `/metrics`. */
export async function proofFigures(tx: Transaction) {
  const { rows } = await sql<{
    adtally_proof_age_seconds: number
    adtally_proof_differences: number
    adtally_differences_open: number
  }>`
    select
      coalesce((select extract(epoch from platform.now() - max(ended_at)) from reconciliation.runs
        where night is not null), 0)::float8 as adtally_proof_age_seconds,
      coalesce((select differences from reconciliation.runs order by sequence desc limit 1), 0)::float8
        as adtally_proof_differences,
      (select count(*) from reconciliation.items left join reconciliation.closings using (item_id)
        where closings.item_id is null)::float8 as adtally_differences_open`.execute(tx)
  return rows[0]
}
