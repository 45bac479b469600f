import type { HoldReason } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'
import { escapedForLike } from './causes.ts'

/** References of bank lines visible in the scope, by line. */
export async function bankReferences(
  tx: Transaction,
  line_ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select line_id as id, bank_reference as name from wallet.bank_lines
    where line_id = any (${[...line_ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Numbers of withdrawals visible in the scope. */
export async function withdrawalNumbers(
  tx: Transaction,
  withdrawal_ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select withdrawal_id as id, number as name from wallet.withdrawals
    where withdrawal_id = any (${[...withdrawal_ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The customer's deposits whose bank reference begins with `text` or whose payer contains it; newest first. */
export async function findBankLines(
  tx: Transaction,
  customer_id: string,
  text: string,
  ids_max: number,
): Promise<string[]> {
  const like = escapedForLike(text)
  const { rows } = await sql<{ id: string }>`
    select line.line_id as id
    from wallet.deposits join wallet.bank_lines as line using (line_id)
    where customer_id = ${customer_id}
      and (line.bank_reference ilike ${`${like}%`} or line.counterparty_name ilike ${`%${like}%`})
    order by deposit_id desc limit ${ids_max}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The customer's withdrawals whose number begins with `text`, or whose bank line does; newest first. */
export async function findWithdrawals(
  tx: Transaction,
  customer_id: string,
  text: string,
  ids_max: number,
): Promise<string[]> {
  const like = `${escapedForLike(text)}%`
  const { rows } = await sql<{ id: string }>`
    select withdrawal_id as id
    from wallet.withdrawals left join wallet.bank_lines as line using (line_id)
    where customer_id = ${customer_id} and (number ilike ${like} or line.bank_reference ilike ${like})
    order by withdrawal_id desc limit ${ids_max}`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface BankLineTold {
  bank_reference: string
  booked_at: Date
  amount_micros: Micros
  counterparty_name: string
  /** When the program fetched its statement from the bank; null if two people brought it. */
  fetched_at: Date | null
}

/** One bank line visible in the scope. */
export async function bankLineTold(tx: Transaction, line_id: string): Promise<BankLineTold | null> {
  const { rows } = await sql<BankLineTold>`
    select bank_reference, booked_at, amount_micros, counterparty_name,
      case origin when 'fetched' then confirmed_at end as fetched_at
    from wallet.bank_lines left join wallet.bank_statements using (statement_id)
    where line_id = ${line_id}`.execute(tx)
  return rows[0] ?? null
}

export interface WithdrawalTold {
  number: string
  amount_micros: Micros
  rail_fee_micros: Micros
  account_number_masked: string
  requested_at: Date
  sent_at: Date | null
  confirmed_at: Date | null
  bank_reference: string | null
}

/** One withdrawal visible in the scope. */
export async function withdrawalTold(tx: Transaction, withdrawal_id: string): Promise<WithdrawalTold | null> {
  const { rows } = await sql<WithdrawalTold>`
    select number, withdrawal.amount_micros, rail_fee_micros, account_number_masked, requested_at, sent_at,
      confirmed_at, bank_reference
    from wallet.withdrawals as withdrawal
    join wallet.beneficiaries using (beneficiary_id)
    left join wallet.bank_lines as line using (line_id)
    where withdrawal_id = ${withdrawal_id}`.execute(tx)
  return rows[0] ?? null
}

export interface HoldTold {
  reason: HoldReason
  amount_micros: Micros
  created_at: Date
  deadline: Date
  released_at: Date | null
}

/** One hold visible in the scope. */
export async function holdTold(tx: Transaction, hold_id: string): Promise<HoldTold | null> {
  const { rows } = await sql<HoldTold>`
    select reason, amount_micros, created_at, deadline, released_at from wallet.holds
    where hold_id = ${hold_id}`.execute(tx)
  return rows[0] ?? null
}
