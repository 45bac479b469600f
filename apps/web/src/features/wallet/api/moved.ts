import { holdList } from '@adtally/contract/money/holds.ts'
import { property, transactionFlowList, withdrawList, withdrawQuote } from '@adtally/contract/money/wallet.ts'

/** Whatever a movement of money changes. */
export const MOVED_BY_MONEY = [property, holdList, transactionFlowList, withdrawList, withdrawQuote]
