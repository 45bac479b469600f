import { recentlyUsed } from '../../../lib/recently-used.ts'
import { accountId } from '../account-id.ts'
import type { Transfer } from '../transfer.ts'

/** Beyond this many ids, some accounts are described more often than needed. */
const KNOWN_MAX = 200_000

/**
 * Accounts that a writer knows to be open, because it moved money between them; batches need not describe them.
 * Accounts never close; if the database disagrees (it was restored), everything is forgotten.
 */
export class OpenAccounts {
  readonly #ids = recentlyUsed<string, true>(KNOWN_MAX)

  has(account_id: string): boolean {
    return this.#ids.has(account_id)
  }

  /** Notes the accounts of committed transfers. */
  learn(transfers: readonly Transfer[]): void {
    for (const transfer of transfers) {
      if (transfer.kind !== 'posted') continue
      this.#ids.set(accountId(transfer.debit), true)
      this.#ids.set(accountId(transfer.credit), true)
    }
  }

  /** Describes every account again from now on. */
  forget(): void {
    this.#ids.clear()
  }
}
