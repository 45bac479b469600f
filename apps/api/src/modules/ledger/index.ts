export { type AccountEntry, accountEntries } from './account-entries.repository.ts'
export {
  balances,
  customerBalances,
  customersMoney,
  type PlanBalance,
  planBalances,
  promotionalPending,
  startupInPlans,
} from './balances.repository.ts'
export {
  type Account,
  type AccountCode,
  type OwnerKind,
  PLATFORM_ID,
  WALLET_PARTS,
  type WalletPart,
} from './chart-of-accounts.ts'
export {
  type FlowLineRow,
  type FlowLinesQuery,
  flowLine,
  flowLineEntries,
  flowLines,
  lifetimeFlowSums,
} from './flow-lines.repository.ts'
export { LedgerBusy, LedgerFault } from './ledger-fault.ts'
export { ledgerModule } from './ledger-module.ts'
export { createLedgerWriter } from './ledger-writer.ts'
export type { Findings, LedgerWriter, MoneyAction, MoneyActionKind, PostTransfers } from './money-action.ts'
export {
  balancesOfPlans,
  changeBehind,
  countByCause,
  type EntryFilter,
  entriesBehind,
  unreversedAmounts,
} from './plan-money.repository.ts'
export { lockAccountsOf, postTransfers } from './post-transfers.ts'
export type { CauseKind, PostingName } from './postings.ts'
export {
  dayBounds,
  type LineChange,
  lineChanges,
  monthBounds,
  type PartSums,
  type TypeSums,
  typeSumsBefore,
} from './statement.repository.ts'
export type { Cause, Flow, Movement, Transfer } from './transfer.ts'
export {
  type CustomerEntry,
  type EntryRow,
  entryById,
  entryOfCustomer,
  type OwnedEntryRow,
  type PostedSum,
  postedHere,
  transfersByCause,
} from './transfers.repository.ts'
export { type LedgerVerification, verifyLedger } from './verify.ts'
