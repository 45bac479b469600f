import { holdList } from '@adtally/contract/holds.ts'
import { property, transactionFlowList, withdrawList, withdrawQuote } from '@adtally/contract/wallet.ts'
import type { QueryClient } from '@tanstack/react-query'

const MOVED_BY_MONEY: readonly unknown[] = [
  property.name,
  holdList.name,
  transactionFlowList.name,
  withdrawList.name,
  withdrawQuote.name,
]

/** Reads again whatever a movement of money changes. */
export function readMoneyAgain(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => MOVED_BY_MONEY.includes(queryKey[0]) })
}
