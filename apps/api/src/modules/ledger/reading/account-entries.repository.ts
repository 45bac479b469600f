import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { accountId } from '../account-id.ts'
import type { Account, AccountCode } from '../chart-of-accounts.ts'
import type { PostingName } from '../postings.ts'

export interface AccountEntry {
  id: string
  reverses_id: string | null
  posting: PostingName
  /** Above 0 if the account gained, on the side where it grows. */
  change_micros: Micros
  other_code: AccountCode
  cause_kind: string
  cause_id: string
  created_at: Date
}

/**
 * What an account held before `from_at`, and each entry from then until before `until_at`, oldest first; they add up
 * to its balance at `until_at`. Needs system scope.
 */
export async function accountEntries(
  tx: Transaction,
  account: Account,
  stretch: { from_at: Date; until_at: Date },
): Promise<{ opening_micros: Micros; entries: AccountEntry[] }> {
  const id = accountId(account)
  const { rows } = await sql<AccountEntry & { is_before: boolean }>`
    select
      transfers.id, reverses_id, posting, other.code as other_code, cause_kind, cause_id, transfers.created_at,
      case when (debit_account_id = account.id) = (account.side = 'debit') then amount_micros else -amount_micros end
        as change_micros,
      transfers.created_at < ${stretch.from_at} as is_before
    from ledger.transfers
    join ledger.accounts account on account.id = ${id}
    join ledger.accounts other
      on other.id = case when debit_account_id = account.id then credit_account_id else debit_account_id end
    where account.id in (debit_account_id, credit_account_id)
      and transfers.created_at < ${stretch.until_at}
    order by number`.execute(tx)
  const before = rows.filter(({ is_before }) => is_before)
  return {
    opening_micros: before.reduce((sum, { change_micros }) => sum + change_micros, 0n),
    entries: rows.filter(({ is_before }) => !is_before).map(({ is_before: _before, ...entry }) => entry),
  }
}
