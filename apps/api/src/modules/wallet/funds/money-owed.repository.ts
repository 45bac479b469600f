import type { Rail } from '@adtally/contract/operator/finance/deposits-statements.ts'
import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { takeTurn } from '../../../database/take-turn.ts'
import { customersMoney } from '../../ledger/index.ts'

/** The bank's balance by its last statements, and what is owed from it. */
export interface MoneyOwed {
  bank_micros: Micros
  /** Customers' money, and money being paid out. */
  owed_micros: Micros
  /** What recalled deposits took beyond the reserve; above 0, it alone stops payments. */
  shortfall_micros: Micros
  /** The bank's own statement contradicts a booked one; that alone stops payments, too. */
  contradicted: boolean
  stopped: boolean
}

/** The current verdict, with the current shortfall; undefined before the first statement. */
export async function readMoneyOwed(tx: Transaction): Promise<MoneyOwed | undefined> {
  const { rows } = await sql<MoneyOwed>`
    select bank_micros, owed_micros, shortfall_micros, contradicted, stopped from wallet.money_owed`.execute(
    tx,
  )
  return rows[0]
}

/** Records the newest statement's position again with what is owed now; does nothing before the first statement. */
export async function takePositionAgain(tx: Transaction): Promise<void> {
  const newest = await tx
    .selectFrom('wallet.bank_positions')
    .select(['statement_id', 'rail', 'closing_balance_micros', 'customers_money_micros'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return
  const customers_money_micros = await customersMoney(tx)
  await tx
    .insertInto('wallet.bank_positions')
    .values({ ...newest, position_id: newId(), customers_money_micros })
    .execute()
}

/** What is owed now: customers' money, and money being paid out. */
export async function owedNow(tx: Transaction): Promise<Micros> {
  const { rows } = await sql<{ in_transit_micros: Micros }>`
    select coalesce(sum(credits_posted_micros - debits_posted_micros), 0)::bigint as in_transit_micros
    from ledger.accounts where code = 'transit'`.execute(tx)
  return (await customersMoney(tx)) + (rows[0]?.in_transit_micros ?? 0n)
}

/** Serialises imports and judgements until the transaction ends. */
export async function lockPositions(tx: Transaction, rail: Rail): Promise<void> {
  await takeTurn(tx, `statements:${rail}`)
}

export interface PaymentStop extends MoneyOwed {
  changed_at: Date
}

/** Changes of the verdict, newest first. */
export async function paymentStops(tx: Transaction, limit: number): Promise<PaymentStop[]> {
  const { rows } = await sql<PaymentStop>`
    select stopped, bank_micros, owed_micros, shortfall_micros, contradicted, changed_at from wallet.payment_stops
    order by sequence desc limit ${limit}`.execute(tx)
  return rows
}
