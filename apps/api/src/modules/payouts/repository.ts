import type { PayeeKind } from '@adtally/contract/operator/finance/parties-money.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { PayeeAccountTable, PayoutTable } from './tables.ts'

export type PayoutRow = Selectable<PayoutTable>
export type PayeeAccountRow = Selectable<PayeeAccountTable>

/** A payout with its recipient. */
export type PayoutView = PayoutRow & Pick<PayeeAccountRow, 'account_name' | 'account_masked' | 'sealed'>

/** The bank account where a payee is paid now; undefined if none is set. */
export async function accountInForce(
  tx: Transaction,
  payee_kind: PayeeKind,
  payee_id: string,
): Promise<PayeeAccountRow | undefined> {
  return await tx
    .selectFrom('payouts.accounts')
    .selectAll()
    .where('payee_kind', '=', payee_kind)
    .where('payee_id', '=', payee_id)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
}

/** Replaces a payee's account. */
export async function replaceAccount(
  tx: Transaction,
  account: Omit<Insertable<PayeeAccountTable>, 'created_at' | 'replaced_at'>,
): Promise<void> {
  await tx
    .updateTable('payouts.accounts')
    .set({ replaced_at: sql<Date>`platform.now()` })
    .where('payee_kind', '=', account.payee_kind)
    .where('payee_id', '=', account.payee_id)
    .where('replaced_at', 'is', null)
    .execute()
  await tx
    .insertInto('payouts.accounts')
    .values({ ...account, created_at: sql<Date>`platform.now()`, replaced_at: null })
    .execute()
}

/** Stores payouts handed to the bank; answers them with their numbers, in the order given. */
export async function insertPayouts(
  tx: Transaction,
  payouts: readonly Pick<
    Insertable<PayoutTable>,
    'payout_id' | 'proposal_id' | 'source' | 'payee_id' | 'account_id' | 'amount_micros'
  >[],
): Promise<PayoutRow[]> {
  return await tx
    .insertInto('payouts.payouts')
    .values(payouts.map((payout) => ({ ...payout, sent_at: sql<Date>`platform.now()` })))
    .returningAll()
    .execute()
}

/** A payout, locked until the transaction ends. */
export async function lockPayout(tx: Transaction, number: string): Promise<PayoutRow | undefined> {
  return await tx
    .selectFrom('payouts.payouts')
    .selectAll()
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
}

/** Changes a payout's status; the database checks that the change is allowed. */
export async function movePayout(
  tx: Transaction,
  payout_id: string,
  change: Updateable<PayoutTable>,
): Promise<void> {
  await tx.updateTable('payouts.payouts').set(change).where('payout_id', '=', payout_id).execute()
}

/** Whether a payout waits for its bank line. */
export async function isAnySent(tx: Transaction): Promise<boolean> {
  const row = await tx
    .selectFrom('payouts.payouts')
    .select('payout_id')
    .where('status', '=', 'sent')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Numbers of payouts, by id. */
export async function payoutNumbers(
  tx: Transaction,
  payout_ids: readonly string[],
): Promise<Map<string, string>> {
  if (payout_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('payouts.payouts')
    .select(['payout_id', 'number'])
    .where('payout_id', 'in', [...new Set(payout_ids)])
    .execute()
  return new Map(rows.map(({ payout_id, number }) => [payout_id, number]))
}

/** Payouts with their recipients, newest first, optionally before one of them: all, one batch's or one payee's. */
export async function payoutViews(
  tx: Transaction,
  of: {
    proposal_id?: string | undefined
    payee_id?: string | undefined
    before?: string | undefined
    limit: number
  },
): Promise<PayoutView[]> {
  let query = tx
    .selectFrom('payouts.payouts')
    .innerJoin('payouts.accounts', 'payouts.accounts.account_id', 'payouts.payouts.account_id')
    .selectAll('payouts.payouts')
    .select(['payouts.accounts.account_name', 'payouts.accounts.account_masked', 'payouts.accounts.sealed'])
  if (of.proposal_id !== undefined) query = query.where('payouts.payouts.proposal_id', '=', of.proposal_id)
  if (of.payee_id !== undefined) query = query.where('payouts.payouts.payee_id', '=', of.payee_id)
  if (of.before !== undefined) query = query.where('payouts.payouts.payout_id', '<', of.before)
  return await query.orderBy('payout_id', 'desc').limit(of.limit).execute()
}
