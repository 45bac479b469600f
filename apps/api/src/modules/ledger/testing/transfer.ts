import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { PLATFORM_ID } from '../chart-of-accounts.ts'
import { LedgerFault } from '../ledger-fault.ts'
import type { LedgerWriter, MoneyActionKind } from '../money-action.ts'
import { lockBooks, writeTransfers } from '../repository.ts'
import type { Transfer, TransferResult } from '../transfer.ts'
import { decide } from '../writing/decide.ts'

/** An act with transfers only. */
export const TRANSFERRING: MoneyActionKind<null, null> = {
  name: 'test.transfer',
  record: async () => {},
  outcomeOf: () => null,
}

/** A new act with these linked transfers. */
export function transferring(transfers: readonly Transfer[], owner_id = PLATFORM_ID) {
  const request = { owner_id, request_id: newId(), request_content: '' }
  return { kind: TRANSFERRING, ...request, transfers, payload: null }
}

/** Commits transfers as one act; answers each result. Throws errors that are not the rules' doing. */
export async function transfer(
  writer: LedgerWriter,
  transfers: readonly Transfer[],
): Promise<readonly TransferResult[]> {
  try {
    await writer.submit(transferring(transfers))
    return transfers.map(() => 'ok')
  } catch (error) {
    if (error instanceof LedgerFault) return error.results
    throw error
  }
}

/** Posts groups of linked transfers, each all or none, like a batch of acts; answers each transfer's result. */
export async function postGroups(
  tx: Transaction,
  groups: readonly (readonly Transfer[])[],
  decideOn = decide,
): Promise<TransferResult[][]> {
  const { books } = await lockBooks(tx, groups.flat())
  const { results, accepted } = decideOn(groups, books)
  await writeTransfers(tx, accepted, books.accounts)
  return results
}
