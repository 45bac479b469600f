import type { WithdrawalStatus } from '@adtally/contract/enums.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { DepositTable, HoldTable, WithdrawalTable } from './tables.ts'

export type HoldRow = Selectable<HoldTable>
export type WithdrawalRow = Selectable<WithdrawalTable>
/** A withdrawal with what a customer sees beside it. */
export type WithdrawalView = WithdrawalRow & { account_number_masked: string; bank_reference: string | null }

/** Makes other writers of this customer's wallet rows wait until this transaction ends. */
export async function lockWallet(tx: Transaction, customer_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('wallet:' || ${customer_id}, 0))`.execute(tx)
}

/** A withdrawal number that no other has, such as `W100001`. */
export async function nextWithdrawalNumber(tx: Transaction): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select 'W' || nextval('wallet.withdrawal_numbers') as number`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a sequence gave no number')
  return row.number
}

/** Stores withdrawals just asked for. */
export async function insertWithdrawals(
  tx: Transaction,
  rows: readonly Insertable<WithdrawalTable>[],
): Promise<void> {
  await tx
    .insertInto('wallet.withdrawals')
    .values([...rows])
    .execute()
}

/** Stores holds. */
export async function insertHolds(tx: Transaction, rows: readonly Insertable<HoldTable>[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('wallet.holds')
      .values([...rows])
      .execute()
}

/** A withdrawal by id or number, locked until the transaction ends. */
export async function lockWithdrawal(
  tx: Transaction,
  by: { withdrawal_id: string } | { number: string },
): Promise<WithdrawalRow | undefined> {
  const query = tx.selectFrom('wallet.withdrawals').selectAll().forUpdate()
  return await ('number' in by
    ? query.where('number', '=', by.number)
    : query.where('withdrawal_id', '=', by.withdrawal_id)
  ).executeTakeFirst()
}

/** Moves withdrawals to `status`; the database refuses what the table of PRODUCT §3 doesn't know. */
export async function moveWithdrawal(
  tx: Transaction,
  withdrawal_id: string,
  change: { status: WithdrawalStatus } & Partial<
    Pick<WithdrawalRow, 'approved_at' | 'sent_at' | 'confirmed_at' | 'ended_at' | 'ended_reason' | 'line_id'>
  >,
): Promise<void> {
  await tx.updateTable('wallet.withdrawals').set(change).where('withdrawal_id', '=', withdrawal_id).execute()
}

/** Withdrawals with what is shown beside them, newest first, before `cursor`. */
export async function withdrawalViews(
  tx: Transaction,
  filter: {
    customer_id?: string
    withdrawal_id?: string
    before?: string | undefined
    statuses?: readonly WithdrawalStatus[]
    limit: number
  },
): Promise<WithdrawalView[]> {
  let query = tx
    .selectFrom('wallet.withdrawals as w')
    .innerJoin('wallet.beneficiaries as b', 'b.beneficiary_id', 'w.beneficiary_id')
    .leftJoin('wallet.bank_lines as l', 'l.line_id', 'w.line_id')
    .selectAll('w')
    .select(['b.account_number_masked', 'l.bank_reference'])
  if (filter.customer_id !== undefined) query = query.where('w.customer_id', '=', filter.customer_id)
  if (filter.withdrawal_id !== undefined) query = query.where('w.withdrawal_id', '=', filter.withdrawal_id)
  if (filter.before !== undefined) query = query.where('w.withdrawal_id', '<', filter.before)
  if (filter.statuses) query = query.where('w.status', 'in', [...filter.statuses])
  return await query.orderBy('w.withdrawal_id', 'desc').limit(filter.limit).execute()
}

/** A customer's holds that are not released, oldest first. */
export async function openHolds(tx: Transaction, customer_id: string): Promise<HoldRow[]> {
  return await tx
    .selectFrom('wallet.holds')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('released_at', 'is', null)
    .orderBy('created_at')
    .execute()
}

/** One hold, locked; undefined where it was released or never was. */
export async function lockOpenHold(tx: Transaction, hold_id: string): Promise<HoldRow | undefined> {
  return await tx
    .selectFrom('wallet.holds')
    .selectAll()
    .where('hold_id', '=', hold_id)
    .where('released_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** The holds of a withdrawal that are not released, locked. */
export async function lockOpenHoldsOf(tx: Transaction, withdrawal_id: string): Promise<HoldRow[]> {
  return await tx
    .selectFrom('wallet.holds')
    .selectAll()
    .where('withdrawal_id', '=', withdrawal_id)
    .where('released_at', 'is', null)
    .forUpdate()
    .execute()
}

/** Ends a hold. */
export async function releaseHold(tx: Transaction, hold_id: string, at: Date, by: string): Promise<void> {
  await tx
    .updateTable('wallet.holds')
    .set({ released_at: at, released_by: by })
    .where('hold_id', '=', hold_id)
    .execute()
}

/** Moves a hold's deadline, once: `extended_by` names the proposal that two people agreed on. */
export async function extendHold(
  tx: Transaction,
  hold_id: string,
  deadline: Date,
  extended_by: string,
): Promise<void> {
  await tx.updateTable('wallet.holds').set({ deadline, extended_by }).where('hold_id', '=', hold_id).execute()
}

/** Days that a customer's money was held by staff in the year before `at`, new beneficiaries not counted. */
export async function heldMsOfYear(tx: Transaction, customer_id: string, at: Date): Promise<number> {
  const { rows } = await sql<{ held_ms: number }>`
    select coalesce(sum(extract(epoch from coalesce(released_at, deadline) - created_at) * 1000), 0)::float8 as held_ms
    from wallet.holds
    where customer_id = ${customer_id} and created_at > ${at}::timestamptz - interval '1 year'
      and reason in ('identity_documents', 'disputed_deposit', 'account_theft')`.execute(tx)
  return rows[0]?.held_ms ?? 0
}

/** How long withdrawals of the 90 days before `at` took to be sent; null under five. */
export async function sentTimes(
  tx: Transaction,
  at: Date,
): Promise<{ median_ms: number; p95_ms: number } | null> {
  const { rows } = await sql<{ count: bigint; median_ms: number; p95_ms: number }>`
    select count(*) as count,
      percentile_cont(0.5) within group (order by extract(epoch from sent_at - requested_at) * 1000) as median_ms,
      percentile_cont(0.95) within group (order by extract(epoch from sent_at - requested_at) * 1000) as p95_ms
    from wallet.withdrawals
    where sent_at > ${at}::timestamptz - interval '90 days'`.execute(tx)
  const [row] = rows
  return row && row.count >= 5n
    ? { median_ms: Math.round(row.median_ms), p95_ms: Math.round(row.p95_ms) }
    : null
}

/** The customer's deposit reference, made by `code` where there is none yet. */
export async function depositReference(tx: Transaction, customer_id: string, code: string): Promise<string> {
  await tx
    .insertInto('wallet.deposit_references')
    .values({ customer_id, code })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('wallet.deposit_references')
    .select('code')
    .where('customer_id', '=', customer_id)
    .executeTakeFirstOrThrow()
  return row.code
}

/** Whose deposit references these are. */
export async function customersOfReferences(
  tx: Transaction,
  codes: readonly string[],
): Promise<{ customer_id: string; code: string }[]> {
  if (codes.length === 0) return []
  return await tx
    .selectFrom('wallet.deposit_references')
    .selectAll()
    .where('code', 'in', [...codes])
    .execute()
}

/** Stores a booked deposit. */
export async function insertDeposit(tx: Transaction, row: Insertable<DepositTable>): Promise<void> {
  await tx.insertInto('wallet.deposits').values(row).execute()
}
