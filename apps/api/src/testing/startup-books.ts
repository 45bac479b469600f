import { formatAmount } from '@adtally/money/money.ts'
import type { TestDatabase } from './test-database.ts'

/**
 * What the ledger's entries say of a customer's startup funds, as the wallet shows amounts: what promo gave, less what came
 * back to it from startup funds, from their part of plans and of revenue; reversals are entries the other way.
 */
export async function startupByBooks(
  db: Pick<TestDatabase, 'asOwner'>,
  customer_id: string,
): Promise<string> {
  const [row] = await db.asOwner<{ micros: string }>(
    `select coalesce(sum(case when debit.code = 'promo' then amount_micros else -amount_micros end), 0)::text as micros
     from ledger.transfers
     join ledger.accounts debit on debit.id = debit_account_id
     join ledger.accounts credit on credit.id = credit_account_id
     join ledger.accounts own on own.id = case when debit.code = 'promo' then credit.id else debit.id end
     where 'promo' in (debit.code, credit.code) and own.owner_id = $1
       and own.code in ('customer_startup', 'plan_startup', 'customer_unsettled')`,
    [customer_id],
  )
  return formatAmount(BigInt(row?.micros ?? '0'))
}
