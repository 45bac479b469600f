import type { HoldReason } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { isId } from '../../../database/identifiers.ts'
import { isTimestamp } from '../../../database/time/timestamps.ts'
import { isBoolean } from '../../../lib/cursor.ts'
import type { Place, Placed } from '../../staff-list.ts'
import type { HoldAppealTable, HoldDocumentTable, HoldTable, WithdrawalPauseTable } from '../tables.ts'

export type HoldRow = Selectable<HoldTable>
export type NewHold = Omit<HoldRow, 'released_to'>
export type HoldAppealRow = Selectable<HoldAppealTable>
export type HoldDocumentRow = Selectable<HoldDocumentTable>
/** A hold as shown to its owner, with its documents in order and its appeals, oldest first. */
export type HoldView = HoldRow & { documents: HoldDocumentRow[]; appeals: HoldAppealRow[] }

/** Stores holds. */
export async function insertHolds(tx: Transaction, rows: readonly NewHold[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('wallet.holds')
      .values([...rows])
      .execute()
}

/** Whether this customer's money has been held for this reason on these facts before. */
export async function isRepeatedHold(
  tx: Transaction,
  facts: { customer_id: string; reason: HoldReason; fact_hash: Buffer },
): Promise<boolean> {
  const before = await tx
    .selectFrom('wallet.holds')
    .select('hold_id')
    .where('customer_id', '=', facts.customer_id)
    .where('reason', '=', facts.reason)
    .where('fact_hash', '=', facts.fact_hash)
    .executeTakeFirst()
  return before !== undefined
}

/** A customer's open holds, oldest first, with documents and appeals. */
export async function openHolds(tx: Transaction, customer_id: string): Promise<HoldView[]> {
  const rows = await tx
    .selectFrom('wallet.holds')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('released_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return await withPapers(tx, rows)
}

/** A page of a customer's holds, including released ones, newest first; or one of them. */
export async function holdViews(
  tx: Transaction,
  filter: { customer_id: string; before?: string | undefined; hold_id?: string; limit: number },
): Promise<HoldView[]> {
  let query = tx.selectFrom('wallet.holds').selectAll().where('customer_id', '=', filter.customer_id)
  if (filter.before !== undefined) query = query.where('hold_id', '<', filter.before)
  if (filter.hold_id !== undefined) query = query.where('hold_id', '=', filter.hold_id)
  return await withPapers(tx, await query.orderBy('hold_id', 'desc').limit(filter.limit).execute())
}

/** An open hold's paging position in the staff list: whether its clock is stopped, its deadline, its id. */
export const OPEN_HOLD_PLACE = [isBoolean, isTimestamp, isId] as const

/** All open holds by their deadline; those with a stopped clock come last. */
export async function allOpenHolds(
  tx: Transaction,
  after: Place<typeof OPEN_HOLD_PLACE> | null,
  rows_max: number,
): Promise<Placed<HoldView, typeof OPEN_HOLD_PLACE>[]> {
  const stands = sql<boolean>`(clock_stopped_at is not null)`
  let query = tx
    .selectFrom('wallet.holds')
    .selectAll()
    .select([sql<string>`${stands}::text`.as('stands'), sql<string>`deadline::text`.as('deadline_text')])
    .where('released_at', 'is', null)
  if (after) {
    query = query.where(
      sql<boolean>`(${stands}, deadline, hold_id)
        > (${after[0]}::boolean, ${after[1]}::timestamptz, ${after[2]}::uuid)`,
    )
  }
  const found = await query.orderBy(stands).orderBy('deadline').orderBy('hold_id').limit(rows_max).execute()
  return (await withPapers(tx, found)).map(({ stands, deadline_text, ...row }) => ({
    row,
    place: [stands, deadline_text, row.hold_id],
  }))
}

async function withPapers<Row extends HoldRow>(
  tx: Transaction,
  rows: readonly Row[],
): Promise<(Row & Pick<HoldView, 'documents' | 'appeals'>)[]> {
  if (rows.length === 0) return []
  const hold_ids = rows.map(({ hold_id }) => hold_id)
  const documents = await tx
    .selectFrom('wallet.hold_documents')
    .selectAll()
    .where('hold_id', 'in', hold_ids)
    .orderBy('position')
    .execute()
  const appeals = await tx
    .selectFrom('wallet.hold_appeals')
    .selectAll()
    .where('hold_id', 'in', hold_ids)
    .orderBy('appeal_id')
    .execute()
  return rows.map((row) => ({
    ...row,
    documents: documents.filter(({ hold_id }) => hold_id === row.hold_id),
    appeals: appeals.filter(({ hold_id }) => hold_id === row.hold_id),
  }))
}

/** A hold's owner; undefined if there is no such hold. */
export async function holdOwner(tx: Transaction, hold_id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('wallet.holds')
    .select('customer_id')
    .where('hold_id', '=', hold_id)
    .executeTakeFirst()
  return row?.customer_id
}

/** One open hold, locked; undefined if it was released or never existed. */
export async function lockOpenHold(tx: Transaction, hold_id: string): Promise<HoldRow | undefined> {
  return await tx
    .selectFrom('wallet.holds')
    .selectAll()
    .where('hold_id', '=', hold_id)
    .where('released_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** A withdrawal's open holds, locked. */
export async function lockOpenHoldsOf(tx: Transaction, withdrawal_id: string): Promise<HoldRow[]> {
  return await tx
    .selectFrom('wallet.holds')
    .selectAll()
    .where('withdrawal_id', '=', withdrawal_id)
    .where('released_at', 'is', null)
    .orderBy('hold_id')
    .forUpdate()
    .execute()
}

/**
 * Since when holds have left nothing of a withdrawal to send: since the newest, as a held withdrawal takes no more.
 */
export async function heldSince(tx: Transaction, withdrawal_id: string): Promise<Date> {
  const { created_at } = await tx
    .selectFrom('wallet.holds')
    .select('created_at')
    .where('withdrawal_id', '=', withdrawal_id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return created_at
}

/** Records that a withdrawal goes on, and how far its deadline moved. */
export async function insertPause(tx: Transaction, pause: Insertable<WithdrawalPauseTable>): Promise<void> {
  await tx.insertInto('wallet.withdrawal_pauses').values(pause).execute()
}

/** Updates a hold's variable members. */
export async function updateHold(
  tx: Transaction,
  hold_id: string,
  change: Partial<
    Pick<
      HoldRow,
      | 'deadline'
      | 'extended_by'
      | 'clock_stopped_at'
      | 'stopped_ms'
      | 'review_count'
      | 'released_at'
      | 'released_by'
    >
  >,
): Promise<void> {
  await tx.updateTable('wallet.holds').set(change).where('hold_id', '=', hold_id).execute()
}

/**
 * How long staff's holds other than `except` have held, or may still hold, this customer's money in the year before
 * `at`; the database's guard of restarted clocks asks the same.
 */
export async function heldMsOfYear(
  tx: Transaction,
  customer_id: string,
  at: Date,
  except: string | null = null,
): Promise<number> {
  const { rows } = await sql<{ held_ms: number }>`
    select wallet.held_ms_of_year(${customer_id}::uuid, ${at}::timestamptz, ${except}::uuid) as held_ms`.execute(
    tx,
  )
  return rows[0]?.held_ms ?? 0
}

/** How much of a customer's deposit is or was on hold as disputed. */
export async function disputedOf(
  tx: Transaction,
  customer_id: string,
  deposit_id: string,
): Promise<{ amount_micros: Micros } | undefined> {
  return await tx
    .selectFrom('wallet.deposits')
    .select('amount_micros')
    .where('customer_id', '=', customer_id)
    .where('deposit_id', '=', deposit_id)
    .executeTakeFirst()
}

/** Stores a hold's list of documents, in this order. */
export async function insertHoldDocuments(
  tx: Transaction,
  hold: { hold_id: string; customer_id: string },
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return
  await tx
    .insertInto('wallet.hold_documents')
    .values(
      names.map((name, index) => ({
        ...hold,
        position: index + 1,
        name,
        file_id: null,
        provided_at: null,
      })),
    )
    .execute()
}

/** Stores a listed document; false if it is not listed or was given already. */
export async function provideDocument(
  tx: Transaction,
  document: { hold_id: string; position: number; file_id: string; provided_at: Date },
): Promise<boolean> {
  const { hold_id, position, file_id, provided_at } = document
  const result = await tx
    .updateTable('wallet.hold_documents')
    .set({ file_id, provided_at })
    .where('hold_id', '=', hold_id)
    .where('position', '=', position)
    .where('provided_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Whether a hold lists a document at this position. */
export async function listsDocument(tx: Transaction, hold_id: string, position: number): Promise<boolean> {
  const row = await tx
    .selectFrom('wallet.hold_documents')
    .select('position')
    .where('hold_id', '=', hold_id)
    .where('position', '=', position)
    .executeTakeFirst()
  return row !== undefined
}

/** How many listed documents are outstanding. */
export async function missingDocuments(tx: Transaction, hold_id: string): Promise<number> {
  const { missing } = await tx
    .selectFrom('wallet.hold_documents')
    .select((fields) => fields.fn.countAll<bigint>().as('missing'))
    .where('hold_id', '=', hold_id)
    .where('provided_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(missing)
}

/** Stores an appeal. */
export async function insertAppeal(tx: Transaction, row: Insertable<HoldAppealTable>): Promise<void> {
  await tx.insertInto('wallet.hold_appeals').values(row).execute()
}

/** The appeals against a hold, oldest first. */
export async function appealsOf(tx: Transaction, hold_id: string): Promise<HoldAppealRow[]> {
  return await tx
    .selectFrom('wallet.hold_appeals')
    .selectAll()
    .where('hold_id', '=', hold_id)
    .orderBy('appeal_id')
    .execute()
}

/** The appeal that this request of the customer made earlier. */
export async function appealOfRequest(
  tx: Transaction,
  customer_id: string,
  request_id: string,
): Promise<HoldAppealRow | undefined> {
  return await tx
    .selectFrom('wallet.hold_appeals')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('request_id', '=', request_id)
    .executeTakeFirst()
}

/** An appeal, locked. */
export async function lockAppeal(tx: Transaction, appeal_id: string): Promise<HoldAppealRow | undefined> {
  return await tx
    .selectFrom('wallet.hold_appeals')
    .selectAll()
    .where('appeal_id', '=', appeal_id)
    .forUpdate()
    .executeTakeFirst()
}

/** Decides an appeal; the database allows that only once, and not to anybody who placed the hold. */
export async function decideAppealRow(
  tx: Transaction,
  appeal_id: string,
  decision: Pick<HoldAppealRow, 'decision' | 'answer' | 'decided_by' | 'decided_at'>,
): Promise<void> {
  await tx.updateTable('wallet.hold_appeals').set(decision).where('appeal_id', '=', appeal_id).execute()
}
