import type { BeneficiaryKind } from '@adtally/contract/enums.ts'
import type { PayoutFileEnd } from '@adtally/contract/operator/finance/withdrawals.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { PayoutFileTable, PayoutPaymentTable } from '../tables.ts'

/** A payment order without its content, which is only read by taking it out. */
export type PayoutFileRow = Omit<Selectable<PayoutFileTable>, 'sealed'>

/** Approved withdrawals in no order, by kind of beneficiary and optionally number, most urgent first. */
export async function approvedWithdrawals(
  tx: Transaction,
  filter: { kinds: readonly BeneficiaryKind[]; numbers?: readonly string[] | undefined; limit: number },
): Promise<{ withdrawal_id: string; number: string }[]> {
  let query = tx
    .selectFrom('wallet.withdrawals as w')
    .innerJoin('wallet.beneficiaries as b', 'b.beneficiary_id', 'w.beneficiary_id')
    .select(['w.withdrawal_id', 'w.number'])
    .where('w.status', '=', 'approved')
    .where('b.kind', 'in', [...filter.kinds])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('wallet.payout_file_payments as p')
            .select('p.withdrawal_id')
            .whereRef('p.withdrawal_id', '=', 'w.withdrawal_id')
            .where('p.discarded_at', 'is', null),
        ),
      ),
    )
  if (filter.numbers) query = query.where('w.number', 'in', [...filter.numbers])
  return await query.orderBy('w.send_by').orderBy('w.withdrawal_id').limit(filter.limit).execute()
}

/** Whether a payment order that was not discarded includes the withdrawal. Lock its row first. */
export async function standsInOrder(tx: Transaction, withdrawal_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('wallet.payout_file_payments')
    .select('payout_file_id')
    .where('withdrawal_id', '=', withdrawal_id)
    .where('discarded_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Throws `state_conflict` if a payment order includes the withdrawal; discard the order first. */
export async function refuseOrdered(tx: Transaction, withdrawal_id: string): Promise<void> {
  if (await standsInOrder(tx, withdrawal_id))
    throw new Refusal('state_conflict', { field: 'withdrawal_number' })
}

/** Stores a payment order with its payments; the database never changes either. */
export async function insertPayoutFile(
  tx: Transaction,
  row: Insertable<PayoutFileTable>,
  payments: readonly Omit<Insertable<PayoutPaymentTable>, 'payout_file_id' | 'discarded_at'>[],
): Promise<void> {
  const { payout_file_id } = row
  await tx.insertInto('wallet.payout_files').values(row).execute()
  await tx
    .insertInto('wallet.payout_file_payments')
    .values(payments.map((payment) => ({ ...payment, payout_file_id, discarded_at: null })))
    .execute()
}

/** A payment order's sealed bytes, after recording who took them; undefined if there is none or it was discarded. */
export async function takeSealedFile(
  tx: Transaction,
  session_token: string,
  payout_file_id: string,
): Promise<{ message_id: string; sealed: Buffer; file_hash: Buffer } | undefined> {
  const { rows } = await sql<{ message_id: string; sealed: Buffer; file_hash: Buffer }>`
    select message_id, sealed, file_hash from wallet.take_payout_file(${session_token}, ${payout_file_id}::uuid)
    where payout_file_id is not null`.execute(tx)
  return rows[0]
}

/** Records the handover of an order; answers when. Null if nobody has taken it out, or if it has ended already. */
export async function keepHandOver(
  tx: Transaction,
  session_token: string,
  payout_file_id: string,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select wallet.hand_over_payout_file(${session_token}, ${payout_file_id}::uuid) as at`.execute(tx)
  return rows[0]?.at ?? null
}

/**
 * Records that the program takes an order out for the bank; false if it was taken, has ended or is not for a bank.
 */
export async function takeForBank(tx: Transaction, token: string, payout_file_id: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select wallet.take_payout_file_for_bank(${token}::text, ${payout_file_id}::uuid) as taken`.execute(tx)
  return rows[0]?.taken === true
}

/** A sealed order that the program has taken out and must send, locked; undefined if there is nothing to send. */
export async function fileToSend(
  tx: Transaction,
  token: string,
  payout_file_id: string,
): Promise<{ message_id: string; sealed: Buffer } | undefined> {
  const { rows } = await sql<{ message_id: string; sealed: Buffer }>`
    select message_id, sealed from wallet.payout_file_to_send(${token}::text, ${payout_file_id}::uuid)
    where payout_file_id is not null`.execute(tx)
  return rows[0]
}

/** Records that the bank accepted an order that the program sent; answers when. Null if it has ended already. */
export async function keepSent(tx: Transaction, token: string, payout_file_id: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select wallet.hand_over_sent_file(${token}::text, ${payout_file_id}::uuid) as at`.execute(tx)
  return rows[0]?.at ?? null
}

/** Records that the bank rejected the whole order that the program sent. */
export async function keepRejected(
  tx: Transaction,
  token: string,
  { payout_file_id, reason }: { payout_file_id: string; reason: string },
): Promise<void> {
  await sql`select wallet.reject_payout_file(${token}::text, ${payout_file_id}::uuid, ${reason}::text)`.execute(
    tx,
  )
}

/** Discards an order by the approval in this transaction; false if it has ended already. */
export async function discardFile(tx: Transaction, payout_file_id: string): Promise<boolean> {
  const { rows } = await sql<{ discarded: boolean }>`
    select wallet.discard_payout_file(${payout_file_id}::uuid) as discarded`.execute(tx)
  return rows[0]?.discarded === true
}

/** An order's payments by the withdrawals' ids, which is the lock order. */
export async function paymentsOf(
  tx: Transaction,
  payout_file_id: string,
): Promise<{ withdrawal_id: string; number: string; payout_micros: Micros }[]> {
  return await tx
    .selectFrom('wallet.payout_file_payments as p')
    .innerJoin('wallet.withdrawals as w', 'w.withdrawal_id', 'p.withdrawal_id')
    .select(['p.withdrawal_id', 'w.number', 'p.payout_micros'])
    .where('p.payout_file_id', '=', payout_file_id)
    .orderBy('p.withdrawal_id')
    .execute()
}

/** Who took an order out, and when, earliest first; null for the program. */
export async function takingsOf(
  tx: Transaction,
  payout_file_id: string,
): Promise<{ taken_by: string | null; taken_at: Date }[]> {
  return await tx
    .selectFrom('wallet.payout_file_takings as t')
    .leftJoin('operators.staff as s', 's.staff_id', 't.taken_by')
    .select(['s.username as taken_by', 't.taken_at'])
    .where('t.payout_file_id', '=', payout_file_id)
    .orderBy('t.number')
    .execute()
}

/** An order and its progress. */
export type PayoutFileView = PayoutFileRow & {
  takings: number
  ended_as: PayoutFileEnd | null
  /** Null if the program handed it over. */
  handed_over_by: string | null
  ended_at: Date | null
  /** Why the bank rejected it; null if it did not. */
  rejected_reason: string | null
}

/** A payment order; undefined if there is none. */
export async function payoutFile(
  tx: Transaction,
  payout_file_id: string,
): Promise<PayoutFileView | undefined> {
  return await filesShown(tx).where('f.payout_file_id', '=', payout_file_id).executeTakeFirst()
}

/** Payment orders, newest first, optionally before one of them. */
export async function payoutFiles(
  tx: Transaction,
  before: string | undefined,
  rows_max: number,
): Promise<PayoutFileView[]> {
  const query = filesShown(tx)
  const older = before === undefined ? query : query.where('f.payout_file_id', '<', before)
  return await older.orderBy('f.payout_file_id', 'desc').limit(rows_max).execute()
}

function filesShown(tx: Transaction) {
  return tx
    .selectFrom('wallet.payout_files as f')
    .leftJoin('wallet.payout_file_ends as e', 'e.payout_file_id', 'f.payout_file_id')
    .leftJoin('wallet.payout_file_rejections as r', 'r.payout_file_id', 'f.payout_file_id')
    .leftJoin('operators.staff as s', 's.staff_id', 'e.handed_over_by')
    .select([
      ...(['f.payout_file_id', 'f.message_id', 'f.format', 'f.file_hash', 'f.payment_count'] as const),
      ...(['f.total_micros', 'f.proposal_id', 'f.created_at', 'e.ended_as', 'e.ended_at'] as const),
      's.username as handed_over_by',
      'r.reason as rejected_reason',
    ])
    .select(
      sql<number>`(select count(*)::int from wallet.payout_file_takings t
        where t.payout_file_id = f.payout_file_id)`.as('takings'),
    )
}
