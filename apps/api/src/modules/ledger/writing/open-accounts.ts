import { recentlyUsed } from '../../../lib/recently-used.ts'
import { accountId } from '../account-id.ts'
import type { Transfer } from '../transfer.ts'

/** Ids are kept up to this many; more only means that some accounts are described once more than needed. */
const KNOWN_MAX = 200_000

/**
 * Accounts that a writer knows to be open, because it moved money between them: their batches need not describe them.
 * Accounts never close; where the database says otherwise (it was restored) all is forgotten.
 */
export class OpenAccounts {
  readonly #ids = recentlyUsed<string, true>(KNOWN_MAX)

  /** Whether the account is known to be open. */
  has(account_id: string): boolean {
    return this.#ids.has(account_id)
  }

  /** Notes the accounts of transfers that were accepted and committed. */
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
