import type { Rail } from '@adtally/contract/operator/finance/deposits-statements.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { BankFeedTable, FetchedStatementTable } from '../tables.ts'
import type {
  BankStatementRow,
  BroughtHead,
  DifferingField,
  StatementVerdict,
} from './brought-statements.repository.ts'

/** How far the program has read a bank's offers, locked, so that only one process at a time asks the bank. */
export async function lockFeed(tx: Transaction, rail: Rail): Promise<Selectable<BankFeedTable>> {
  await tx
    .insertInto('wallet.bank_feeds')
    .values({ rail, mark: null, answered_at: null, failing_since: null, failure: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await tx
    .selectFrom('wallet.bank_feeds')
    .selectAll()
    .where('rail', '=', rail)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Updates that position, and since when the bank has not answered. */
export async function moveFeed(tx: Transaction, { rail, ...feed }: Selectable<BankFeedTable>): Promise<void> {
  await tx.updateTable('wallet.bank_feeds').set(feed).where('rail', '=', rail).execute()
}

/** The state of each bank's feed. */
export async function bankFeeds(tx: Transaction): Promise<Selectable<BankFeedTable>[]> {
  return await tx.selectFrom('wallet.bank_feeds').selectAll().orderBy('rail').execute()
}

/** Whether the bank has sent these bytes under this id before. */
export async function wasFetched(
  tx: Transaction,
  { rail, external_id, file_hash }: Pick<FetchedStatementTable, 'rail' | 'external_id' | 'file_hash'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('wallet.fetched_statements')
    .select('fetched_id')
    .where('rail', '=', rail)
    .where('external_id', '=', external_id)
    .where('file_hash', '=', file_hash)
    .executeTakeFirst()
  return row !== undefined
}

/** Starts storing a statement fetched from the bank. */
export async function beginFetched(
  tx: Transaction,
  token: string,
  { brought_id, rail, format, file_hash, head }: BroughtHead,
): Promise<void> {
  await sql`select wallet.begin_fetched_statement(
    ${token}::text, ${brought_id}::uuid, ${rail}::text, ${format}::text, ${file_hash}::bytea,
    ${head.external_id}::text, ${head.account}::text, ${head.opening_balance_micros}::bigint)`.execute(tx)
}

/** What was found about a fetched statement; `verdict` is null if it could not be read. */
export interface FetchedFinding {
  rail: Rail
  external_id: string
  file: Buffer
  brought_id: string | null
  verdict: StatementVerdict['verdict'] | null
  blamed: string | null
}

/** Stores a statement's bytes and what was found about it. */
export async function keepFetched(
  tx: Transaction,
  token: string,
  { rail, external_id, file, brought_id, verdict, blamed }: FetchedFinding,
): Promise<FetchedStatementTable['found_as']> {
  const { rows } = await sql<{ found_as: FetchedStatementTable['found_as'] }>`
    select wallet.keep_fetched_statement(
      ${token}::text, ${rail}::text, ${external_id}::text, ${file}::bytea, ${brought_id}::uuid,
      ${verdict}::text, ${blamed}::text) as found_as`.execute(tx)
  if (!rows[0]) throw new Error('The statement that was just fetched could not be read')
  return rows[0].found_as
}

/** Books the next fetched statement of a rail; undefined if there is none. */
export async function bookFetchedStatement(
  tx: Transaction,
  token: string,
  rail: Rail,
): Promise<BankStatementRow | undefined> {
  const { rows } = await sql<BankStatementRow>`
    select * from wallet.book_fetched_statement(${token}::text, ${rail}::text)`.execute(tx)
  return rows[0]
}

/** A fetched statement and its outcome. */
export type FetchedView = Omit<Selectable<FetchedStatementTable>, 'file'> & {
  ended_as: 'confirmed' | 'taken_back' | 'overtaken' | null
  statement_id: string | null
}

/** Fetched statements, newest first, optionally before one of them. */
export async function fetchedStatements(
  tx: Transaction,
  before: string | undefined,
  rows_max: number,
): Promise<FetchedView[]> {
  const query = tx
    .selectFrom('wallet.fetched_statements as fetched')
    .leftJoin('wallet.brought_statements as brought', 'brought.brought_id', 'fetched.brought_id')
    .select(['fetched_id', 'fetched.sequence', 'fetched.rail', 'fetched.external_id', 'fetched.file_hash'])
    .select(['fetched_at', 'found_as', 'fetched.brought_id', 'blamed'])
    .select(['brought.ended_as', 'brought.statement_id'])
  const earlier = before === undefined ? query : query.where('fetched.sequence', '<', BigInt(before))
  return await earlier.orderBy('fetched.sequence', 'desc').limit(rows_max).execute()
}

/** A line's difference between a statement and the booked one that it contradicts. */
export interface FetchedDifference {
  bank_reference: string
  amount_micros: Micros | null
  booked_micros: Micros | null
  fields: DifferingField[] | null
}

/** Lines by which a fetched or overtaken statement contradicts the booked one. */
export async function fetchedDifferences(
  tx: Transaction,
  brought_id: string,
  lines_max: number,
): Promise<FetchedDifference[]> {
  const { rows } = await sql<FetchedDifference>`
    select * from wallet.fetched_differences(${brought_id}::uuid, ${lines_max}::integer)`.execute(tx)
  return rows
}
