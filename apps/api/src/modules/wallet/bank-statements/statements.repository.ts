import type { WaitingKind } from '@adtally/contract/operator/finance/deposits.ts'
import type { Rail } from '@adtally/contract/operator/finance/deposits-statements.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { isId } from '../../../database/identifiers.ts'
import { takeTurn } from '../../../database/take-turn.ts'
import { isTimestamp } from '../../../database/time/timestamps.ts'
import type { Place } from '../../staff-list.ts'
import type { BankLineKind, BankLineTable, BankPositionTable, DepositTable } from '../tables.ts'
import type { BankStatementRow } from './brought-statements.repository.ts'

export type BankLineRow = Selectable<BankLineTable>

/** Serialises imports until the transaction ends, so that statements chain. */
export async function lockStatements(tx: Transaction, rail: Rail): Promise<void> {
  await sql`select wallet.lock_statements(${rail}::text)`.execute(tx)
}

/** Those of the brought statements that still wait. */
export async function waitingAmong(tx: Transaction, brought_ids: readonly string[]): Promise<string[]> {
  if (brought_ids.length === 0) return []
  const rows = await tx
    .selectFrom('wallet.brought_statements')
    .select('brought_id')
    .where('brought_id', 'in', brought_ids)
    .where('ended_as', 'is', null)
    .orderBy('sequence')
    .execute()
  return rows.map(({ brought_id }) => brought_id)
}

/** A booked statement; undefined if there is none. */
export async function findStatement(
  tx: Transaction,
  statement_id: string,
): Promise<BankStatementRow | undefined> {
  return await tx
    .selectFrom('wallet.bank_statements')
    .selectAll()
    .where('statement_id', '=', statement_id)
    .executeTakeFirst()
}

/** Booked statements, newest first, optionally before one of them, without withdrawn ones. */
export async function bookedStatements(
  tx: Transaction,
  page: { rail?: Rail; before?: string | undefined; limit: number },
): Promise<BankStatementRow[]> {
  let query = tx.selectFrom('wallet.bank_statements').selectAll().where('withdrawn_at', 'is', null)
  if (page.rail) query = query.where('rail', '=', page.rail)
  if (page.before !== undefined) query = query.where('sequence', '<', BigInt(page.before))
  return await query.orderBy('sequence', 'desc').limit(page.limit).execute()
}

/** A statement's paid-in lines, in its order. */
export async function linesPaidIn(
  tx: Transaction,
  page: { statement_id: string; from_sequence: number; limit: number },
): Promise<Pick<BankLineRow, 'line_id' | 'rail' | 'sequence' | 'amount_micros' | 'assigned_kind'>[]> {
  return await tx
    .selectFrom('wallet.bank_lines')
    .select(['line_id', 'rail', 'sequence', 'amount_micros', 'assigned_kind'])
    .where('statement_id', '=', page.statement_id)
    .where('sequence', '>=', page.from_sequence)
    .where('amount_micros', '>', 0n)
    .orderBy('sequence')
    .limit(page.limit)
    .execute()
}

/** Records a bank position at an import: the closing balance, and what customers are owed. */
export async function insertBankPosition(tx: Transaction, row: Insertable<BankPositionTable>): Promise<void> {
  await tx.insertInto('wallet.bank_positions').values(row).execute()
}

/** Whether the bank's own statement contradicts this booked one, which people brought. */
export async function isContradicted(tx: Transaction, statement_id: string): Promise<boolean> {
  const { rows } = await sql<{ contradicted: boolean }>`
    select wallet.is_contradicted(${statement_id}::uuid) as contradicted`.execute(tx)
  return rows[0]?.contradicted === true
}

/** The lines with these ids, by id, as far as the transaction may see them. */
export async function linesById(
  tx: Transaction,
  line_ids: readonly string[],
): Promise<Map<string, BankLineRow>> {
  if (line_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('wallet.bank_lines')
    .selectAll()
    .where('line_id', 'in', [...line_ids])
    .execute()
  return new Map(rows.map((row) => [row.line_id, row]))
}

/** One line, locked until the transaction ends. */
export async function lockLine(tx: Transaction, line_id: string): Promise<BankLineRow | undefined> {
  return await tx
    .selectFrom('wallet.bank_lines')
    .selectAll()
    .where('line_id', '=', line_id)
    .forUpdate()
    .executeTakeFirst()
}

/** Assigns a line; the database allows that only once. */
export async function assignLine(
  tx: Transaction,
  line_id: string,
  kind: BankLineKind,
  assigned_id: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('wallet.bank_lines')
    .set({ assigned_kind: kind, assigned_id, assigned_at: at })
    .where('line_id', '=', line_id)
    .execute()
}

/** Like `assignLine`, for many lines of one kind. */
export async function assignLines(
  tx: Transaction,
  kind: BankLineKind,
  assigned: readonly { line_id: string; assigned_id: string }[],
  at: Date,
): Promise<void> {
  await sql`
    update wallet.bank_lines line
    set assigned_kind = ${kind}, assigned_id = assigned.assigned_id, assigned_at = ${at}
    from unnest(
      ${assigned.map(({ line_id }) => line_id)}::uuid[],
      ${assigned.map(({ assigned_id }) => assigned_id)}::uuid[]
    ) as assigned (line_id, assigned_id)
    where line.line_id = assigned.line_id`.execute(tx)
}

/** Serialises automatic booking of deposits until the transaction ends, so that the day's limit holds. */
export async function lockAutomaticBooking(tx: Transaction): Promise<void> {
  await takeTurn(tx, 'deposits-by-themselves')
}

/** The sum of automatically booked deposits since then. */
export async function bookedByThemselves(tx: Transaction, since: Date): Promise<Micros> {
  const { sum_micros } = await tx
    .selectFrom('wallet.deposits')
    .select(sql<Micros>`coalesce(sum(amount_micros), 0)::bigint`.as('sum_micros'))
    .where('proposal_id', 'is', null)
    .where('booked_at', '>=', since)
    .executeTakeFirstOrThrow()
  return sum_micros
}

/** Stores booked deposits. */
export async function insertDeposits(
  tx: Transaction,
  rows: readonly Insertable<DepositTable>[],
): Promise<void> {
  await tx
    .insertInto('wallet.deposits')
    .values([...rows])
    .execute()
}

/** A waiting line's paging position: when the bank booked it, and its id. */
export const WAITING_LINE_PLACE = [isTimestamp, isId] as const

/** Unassigned lines, oldest first, because the oldest paid-in money is the next to be returned after ten days. */
export async function unassignedLines(
  tx: Transaction,
  rows_max: number,
  kind?: WaitingKind | undefined,
  after: Place<typeof WAITING_LINE_PLACE> | null = null,
): Promise<(BankLineRow & { booked_at_text: string })[]> {
  let query = tx
    .selectFrom('wallet.bank_lines')
    .selectAll()
    .select(sql<string>`booked_at::text`.as('booked_at_text'))
    .where('assigned_kind', 'is', null)
  if (after) {
    query = query.where(sql<boolean>`(booked_at, line_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  }
  if (kind === 'returns') query = query.where('is_return', '=', true)
  else if (kind !== undefined) query = query.where('amount_micros', kind === 'paid_in' ? '>' : '<', 0n)
  return await query.orderBy('booked_at').orderBy('line_id').limit(rows_max).execute()
}
