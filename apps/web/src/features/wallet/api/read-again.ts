import { holdList } from '@adtally/contract/money/holds.ts'
import { property, transactionFlowList, withdrawList, withdrawQuote } from '@adtally/contract/money/wallet.ts'
import type { QueryClient } from '@tanstack/react-query'
import { readAgain } from '../../../lib/read-again.ts'

const MOVED_BY_MONEY = [property, holdList, transactionFlowList, withdrawList, withdrawQuote]

/** Refetches whatever a movement of money changes. */
export function readMoneyAgain(client: QueryClient): void {
  readAgain(client, MOVED_BY_MONEY)
}
