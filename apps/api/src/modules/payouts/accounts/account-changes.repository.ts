import type { PayoutStatus } from '@adtally/contract/operator/finance/parties-money.ts'
import type { PartnerSide } from '@adtally/contract/partner/statement/partner-call.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type Selectable, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Transaction } from '../../../database/database.ts'
import { isId } from '../../../database/identifiers.ts'
import { isTimestamp } from '../../../database/time/timestamps.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Place, Placed } from '../../staff-list.ts'
import type { AccountChangeTable } from '../tables.ts'

/** A change of a party's account that nobody has withdrawn and that is not set yet; the number aside. */
export type WaitingChange = Pick<
  Selectable<AccountChangeTable>,
  'change_id' | 'payee_kind' | 'payee_id' | 'account_masked' | 'asked_by' | 'asked_at' | 'settable_at'
>

const WAITING = [
  'change_id',
  'payee_kind',
  'payee_id',
  'account_masked',
  'asked_by',
  'asked_at',
  'settable_at',
] as const

/** Keeps a change that the session's person asks for; null where another of their party's waits. */
export async function askAccountChange(
  tx: Transaction,
  session_token: string,
  { change_id, sealed, account_masked }: { change_id: string; sealed: Buffer; account_masked: string },
): Promise<{ asked_at: Date; settable_at: Date } | null> {
  const { rows } = await sql<{ asked_at: Date | null; settable_at: Date | null }>`
    select asked_at, settable_at from payouts.ask_account_change(
      ${session_token}::text, ${change_id}::uuid, ${sealed}, ${account_masked})`.execute(tx)
  const { asked_at = null, settable_at = null } = rows[0] ?? {}
  return asked_at && settable_at && { asked_at, settable_at }
}

/** Withdraws a change of the session's party; returns whether it still waited, null if there is none of this id. */
export async function withdrawAccountChange(
  tx: Transaction,
  session_token: string,
  change_id: string,
): Promise<boolean | null> {
  const { rows } = await sql<{ withdrawn: boolean | null }>`
    select payouts.withdraw_account_change(${session_token}::text, ${change_id}::uuid) as withdrawn`.execute(
    tx,
  )
  return rows[0]?.withdrawn ?? null
}

/** A party's change that waits; undefined if none does. */
export async function waitingChangeOf(tx: Transaction, payee_id: string): Promise<WaitingChange | undefined> {
  return await tx
    .selectFrom('payouts.account_changes')
    .select(WAITING)
    .where('payee_id', '=', payee_id)
    .where('withdrawn_at', 'is', null)
    .where('set_at', 'is', null)
    .executeTakeFirst()
}

/** A change of this party's, whatever became of it; undefined if there is none. System scope. */
export async function accountChange(
  tx: Transaction,
  { payee_kind, payee_id, change_id }: { payee_kind: string; payee_id: string; change_id: string },
): Promise<Selectable<AccountChangeTable> | undefined> {
  const row = await tx
    .selectFrom('payouts.account_changes')
    .selectAll()
    .where('change_id', '=', change_id)
    .where('payee_id', '=', payee_id)
    .executeTakeFirst()
  return row?.payee_kind === payee_kind ? row : undefined
}

/** Where in the office's list a change stands: when it can be set, its id. */
export const CHANGE_PLACE = [isTimestamp, isId] as const

/** Changes that wait, what can be set first in front. System scope. */
export async function waitingChanges(
  tx: Transaction,
  after: Place<typeof CHANGE_PLACE> | null,
  rows_max: number,
): Promise<Placed<WaitingChange, typeof CHANGE_PLACE>[]> {
  let query = tx
    .selectFrom('payouts.account_changes')
    .select(WAITING)
    .select(sql<string>`settable_at::text`.as('settable_text'))
    .where('withdrawn_at', 'is', null)
    .where('set_at', 'is', null)
  if (after)
    query = query.where(
      sql<boolean>`(settable_at, change_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    )
  const rows = await query.orderBy('settable_at').orderBy('change_id').limit(rows_max).execute()
  return rows.map(({ settable_text, ...row }) => ({ row, place: [settable_text, row.change_id] as const }))
}

/**
 * What the database refuses of a partner's account as a refusal: one that nobody asked to change, and a change that waits, was
 * withdrawn or is set.
 */
export function accountRefusal(error: unknown): unknown {
  const { constraint } = error instanceof DatabaseError ? error : {}
  const is_refused = constraint === 'account_change_asked' || constraint === 'account_change_waits'
  return is_refused ? new Refusal('state_conflict', { field: 'change_id' }) : error
}

/** The account that a party is paid to now, without its number; undefined while none is set. */
export async function ownAccount(
  tx: Transaction,
  payee: { payee_kind: PartnerSide; payee_id: string },
): Promise<{ account_name: string; account_masked: string; created_at: Date } | undefined> {
  return await tx
    .selectFrom('payouts.accounts')
    .select(['account_name', 'account_masked', 'created_at'])
    .where('payee_kind', '=', payee.payee_kind)
    .where('payee_id', '=', payee.payee_id)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
}

/** A payout as its party sees it. */
export interface OwnPayout {
  payout_id: string
  number: string
  account_name: string
  account_masked: string
  amount_micros: Micros
  status: PayoutStatus
  sent_at: Date
  confirmed_at: Date | null
  returned_at: Date | null
  return_reason: string | null
}

/** A party's payouts, newest first, before one of them if told. */
export async function ownPayouts(
  tx: Transaction,
  payee_id: string,
  before: string | undefined,
  rows_max: number,
): Promise<OwnPayout[]> {
  let query = tx
    .selectFrom('payouts.payouts as payout')
    .innerJoin('payouts.accounts as account', 'account.account_id', 'payout.account_id')
    .select(['payout.payout_id', 'payout.number', 'payout.amount_micros', 'payout.status', 'payout.sent_at'])
    .select(['payout.confirmed_at', 'payout.returned_at', 'payout.return_reason'])
    .select(['account.account_name', 'account.account_masked'])
    .where('payout.payee_id', '=', payee_id)
  if (before !== undefined) query = query.where('payout.payout_id', '<', before)
  return await query.orderBy('payout.payout_id', 'desc').limit(rows_max).execute()
}
