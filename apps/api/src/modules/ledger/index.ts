export {
  type Account,
  type AccountCode,
  type OwnerKind,
  PLATFORM_ID,
  WALLET_PARTS,
  type WalletPart,
} from './chart-of-accounts.ts'
export { LedgerBusy, LedgerFault } from './ledger-fault.ts'
export { ledgerModule } from './ledger-module.ts'
export type { Findings, LedgerWriter, MoneyAction, MoneyActionKind, PostTransfers } from './money-action.ts'
export type { CauseKind, PostingName } from './postings.ts'
export {
  balances,
  customerBalances,
  customersMoney,
  ownerBalance,
  type PlanBalance,
  planBalances,
  promotionalPending,
  startupInPlans,
} from './reading/balances.repository.ts'
export {
  type FlowLineRow,
  type FlowLinesQuery,
  flowLine,
  flowLineEntries,
  flowLines,
  lifetimeFlowSums,
} from './reading/flow-lines.repository.ts'
export { type OwnerDay, ownerDays } from './reading/owner-days.repository.ts'
export {
  balancesOfPlans,
  changeBehind,
  countByCause,
  type EntryFilter,
  type EntryLeft,
  entriesBehind,
  entriesLeftOf,
  entriesLeftOutOf,
  reversalsBy,
  unreversedAmounts,
} from './reading/plan-money.repository.ts'
export {
  type PublisherEntry,
  publisherBalance,
  publisherEntries,
  publisherMoney,
  publisherMonths,
} from './reading/publisher-entries.repository.ts'
export {
  type LineChange,
  lineChanges,
  type PartSums,
  type TypeSums,
  typeSumsBefore,
} from './reading/statement.repository.ts'
export {
  type CustomerEntry,
  type EntryRow,
  entryById,
  entryOfCustomer,
  type OwnedEntryRow,
  type PostedSum,
  postedHere,
  transfersByCause,
} from './reading/transfers.repository.ts'
export type { Cause, Flow, Movement, Transfer } from './transfer.ts'
export { type LedgerVerification, verifyLedger } from './verify.ts'
export { createLedgerWriter } from './writing/ledger-writer.ts'
export { lockAccountsOf, postTransfers } from './writing/post-transfers.ts'
