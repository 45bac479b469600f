import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { LedgerFault } from '../ledger-fault.ts'
import type { PostTransfers } from '../money-action.ts'
import { lockBooks, writeTransfers } from '../repository.ts'
import type { Transfer, TransferResult } from '../transfer.ts'
import { decide } from './decide.ts'

/**
 * Posts linked transfers inside a transaction that the caller owns (worker and staff work). Locks their accounts
 * until it ends: a transaction that posts twice may deadlock with another, so post everything at once. Throws
 * `Refusal(reason_if_short)` if an account is short and the transfer names a reason, else `LedgerFault`.
 */
export const postTransfers: PostTransfers = async (tx, transfers) => {
  if (transfers.length === 0) return
  const { books } = await lockBooks(tx, transfers)
  const { results, accepted } = decide([transfers], books)
  const failure = failureOf(transfers, results[0] ?? [])
  if (failure) throw failure
  await writeTransfers(tx, accepted, books.accounts)
}

/**
 * Locks the accounts of transfers that may be posted in this transaction, in id order and before the rows that decide
 * whether they may. Money actions take accounts first and rows after; code that does the same never deadlocks with
 * them.
 */
export async function lockAccountsOf(tx: Transaction, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length > 0) await lockBooks(tx, transfers)
}

/** The error for a linked group that failed; null if it did not. */
export function failureOf(transfers: readonly Transfer[], results: readonly TransferResult[]): Error | null {
  if (results.every((result) => result === 'ok' || result === 'exists')) return null
  const reason = transfers[results.indexOf('insufficient_funds')]?.reason_if_short
  return reason === undefined ? new LedgerFault(transfers, results) : new Refusal(reason)
}
