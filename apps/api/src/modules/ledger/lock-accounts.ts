import type { Transaction } from '../../database/database.ts'
import { encodeBatch } from './encode-batch.ts'
import { lockAndFindRequests } from './repository.ts'
import type { Transfer } from './transfer.ts'

/**
 * Locks the accounts of transfers that may be posted in this transaction, in id order and ahead of the rows that say
 * whether they may. Money actions take accounts first and rows after; whoever does so too never deadlocks with them.
 */
export async function lockAccountsOf(tx: Transaction, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length > 0) await lockAndFindRequests(tx, encodeBatch([transfers]), [])
}
