import type { Micros } from '@adtally/money/money.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { BankLineRow } from '../bank-statements/statements.repository.ts'
import type { HoldRow } from '../holds/holds.repository.ts'
import { lockWallet } from '../repository.ts'
import type { DepositRecallTable, DepositTable } from '../tables.ts'

/** A deposit with its line, and the amount recalled so far. */
export interface RecallableDeposit {
  deposit: Selectable<DepositTable>
  line: BankLineRow
  recalled_micros: Micros
}

/** A deposit, with its customer's wallet locked, so that recalls wait for each other; undefined if there is none. */
export async function lockDeposit(
  tx: Transaction,
  deposit_id: string,
): Promise<RecallableDeposit | undefined> {
  const deposit = await tx
    .selectFrom('wallet.deposits')
    .selectAll()
    .where('deposit_id', '=', deposit_id)
    .executeTakeFirst()
  if (!deposit) return undefined
  await lockWallet(tx, deposit.customer_id)
  const line = await tx
    .selectFrom('wallet.bank_lines')
    .selectAll()
    .where('line_id', '=', deposit.line_id)
    .executeTakeFirstOrThrow()
  const { recalled_micros } = await tx
    .selectFrom('wallet.deposit_recalls')
    .select(sql<Micros>`coalesce(sum(amount_micros), 0)::bigint`.as('recalled_micros'))
    .where('deposit_id', '=', deposit_id)
    .executeTakeFirstOrThrow()
  return { deposit, line, recalled_micros }
}

/** The hold because of this deposit's dispute, locked; there is one at most, as a hold's facts can't repeat. */
export async function lockDisputeHold(
  tx: Transaction,
  customer_id: string,
  fact_hash: Buffer,
): Promise<HoldRow | undefined> {
  return await tx
    .selectFrom('wallet.holds')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('reason', '=', 'disputed_deposit')
    .where('fact_hash', '=', fact_hash)
    .where('released_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Stores how a recall was divided; the database limits it to the deposit's amount. */
export async function insertRecall(tx: Transaction, row: Insertable<DepositRecallTable>): Promise<void> {
  await tx.insertInto('wallet.deposit_recalls').values(row).execute()
}

/** What the bank recalled of a customer's deposits beyond their wallet, which the platform paid (PRODUCT §3). */
export async function recalledBeyondWallet(tx: Transaction, customer_id: string): Promise<Micros> {
  const { beyond_micros } = await tx
    .selectFrom('wallet.deposit_recalls')
    .select(sql<Micros>`coalesce(sum(reserve_micros + shortfall_micros), 0)::bigint`.as('beyond_micros'))
    .where('customer_id', '=', customer_id)
    .executeTakeFirstOrThrow()
  return beyond_micros
}

/** A customer's deposits, newest first, each with its recalled amount. */
export async function depositsOf(
  tx: Transaction,
  customer_id: string,
  rows_max: number,
  before?: string | undefined,
): Promise<
  (Selectable<DepositTable> &
    Pick<BankLineRow, 'bank_reference' | 'remittance'> & { recalled_micros: Micros })[]
> {
  const query = tx
    .selectFrom('wallet.deposits as deposit')
    .innerJoin('wallet.bank_lines as line', 'line.line_id', 'deposit.line_id')
    .selectAll('deposit')
    .select([
      'line.bank_reference',
      'line.remittance',
      sql<Micros>`(select coalesce(sum(amount_micros), 0)::bigint from wallet.deposit_recalls
        where deposit_recalls.deposit_id = deposit.deposit_id)`.as('recalled_micros'),
    ])
    .where('customer_id', '=', customer_id)
  const older = before === undefined ? query : query.where('deposit.deposit_id', '<', before)
  return await older.orderBy('deposit.deposit_id', 'desc').limit(rows_max).execute()
}
