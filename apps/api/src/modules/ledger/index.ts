export { ACCOUNT_CODES, type Account, type AccountCode, type OwnerKind, PLATFORM_ID } from './chart-of-accounts.ts'
export type { LedgerWriter, MoneyAction, MoneyActionKind, PostTransfers } from './money-action.ts'
export { type Cause, type Flow, TRANSFER_RESULTS, type Transfer, type TransferResult } from './transfer.ts'
