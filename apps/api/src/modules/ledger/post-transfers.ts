import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../refusal.ts'
import { encodeBatch } from './encode-batch.ts'
import { LedgerFault } from './ledger-fault.ts'
import type { PostTransfers } from './money-action.ts'
import { postBatch } from './repository.ts'
import type { Transfer, TransferResult } from './transfer.ts'

/**
 * Posts linked transfers inside a transaction that the caller owns (worker and staff work). Locks their accounts until
 * it ends: a transaction that posts twice may deadlock with another, so gather what belongs together. Throws
 * `Refusal(reason_if_short)` where an account is short and the transfer says so, else `LedgerFault`.
 */
export const postTransfers: PostTransfers = async (tx, transfers) => {
  if (transfers.length === 0) return
  const results = await postBatch(tx, encodeBatch([transfers]))
  const failure = failureOf(transfers, results)
  if (failure) throw failure
}

/**
 * Posts groups of linked transfers inside a transaction that the caller owns, each group all or none: for batches of
 * which some may be short (billing, conversions). Answers a result for each transfer and never throws for a rule.
 */
export async function postTransferGroups(
  tx: Transaction,
  groups: readonly (readonly Transfer[])[],
): Promise<TransferResult[][]> {
  if (groups.every((group) => group.length === 0)) return groups.map(() => [])
  return regrouped(groups, await postBatch(tx, encodeBatch(groups)))
}

/** A flat list of results by the groups that they belong to. */
export function regrouped(
  groups: readonly (readonly Transfer[])[],
  results: readonly TransferResult[],
): TransferResult[][] {
  const rest = [...results]
  return groups.map((group) => rest.splice(0, group.length))
}

/** Why a linked group failed, as its caller is told; null where it did not. */
export function failureOf(transfers: readonly Transfer[], results: readonly TransferResult[]): Error | null {
  if (results.every((result) => result === 'ok' || result === 'exists')) return null
  const reason = transfers[results.indexOf('insufficient_funds')]?.reason_if_short
  return reason === undefined ? new LedgerFault(transfers, results) : new Refusal(reason)
}
