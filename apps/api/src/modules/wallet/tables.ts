import type {
  AppealDecision,
  BeneficiaryKind,
  HoldReason,
  WithdrawalStatus,
} from '@adtally/contract/enums.ts'
import type { MatchedBy, ReturnStatus } from '@adtally/contract/operator/finance/deposits.ts'
import type {
  BankFaultKind,
  BankFileFormat,
  Rail,
  StatementOrigin,
} from '@adtally/contract/operator/finance/deposits-statements.ts'
import type { PayoutFileEnd, PayoutFormat } from '@adtally/contract/operator/finance/withdrawals.ts'
import type { ColumnType, Generated } from 'kysely'

declare module '../../database/database.ts' {
  interface Schema {
    'wallet.brought_statements': BroughtStatementTable
    'wallet.bank_statements': BankStatementTable
    'wallet.bank_feeds': BankFeedTable
    'wallet.fetched_statements': FetchedStatementTable
    'wallet.bank_lines': BankLineTable
    'wallet.bank_positions': BankPositionTable
    'wallet.statement_matching': StatementMatchingTable
    'wallet.csv_mappings': CsvMappingTable
    'wallet.deposit_returns': DepositReturnTable
    'wallet.deposit_recalls': DepositRecallTable
    'wallet.deposit_references': { customer_id: string; code: Generated<string> }
    'wallet.deposits': DepositTable
    'wallet.beneficiaries': BeneficiaryTable
    'wallet.withdrawals': WithdrawalTable
    'wallet.withdrawal_pauses': WithdrawalPauseTable
    'wallet.holds': HoldTable
    'wallet.hold_documents': HoldDocumentTable
    'wallet.hold_appeals': HoldAppealTable
    'wallet.payout_files': PayoutFileTable
    'wallet.payout_file_payments': PayoutPaymentTable
    'wallet.payout_file_takings': PayoutTakingTable
    'wallet.payout_file_rejections': PayoutRejectionTable
    'wallet.payout_file_ends': PayoutEndTable
  }
}

/** A statement that somebody brought; written only by the database's functions. */
export interface BroughtStatementTable {
  brought_id: string
  sequence: Generated<bigint>
  rail: Rail
  format: BankFileFormat
  file_hash: Buffer
  file_part: number
  external_id: string | null
  account: string
  mapping_id: string | null
  opening_balance_micros: bigint
  closing_balance_micros: bigint | null
  line_count: number | null
  content_hash: Buffer | null
  /** Null if the program fetched it. */
  brought_by: string | null
  brought_at: Date
  ended_as: 'confirmed' | 'taken_back' | 'overtaken' | null
  ended_at: Date | null
  statement_id: string | null
}

/** How far the program has read a bank's offers, and since when the bank has not answered. */
export interface BankFeedTable {
  rail: Rail
  mark: string | null
  answered_at: Date | null
  failing_since: Date | null
  failure: string | null
}

/** What the bank offered, once for each content of each statement. */
export interface FetchedStatementTable {
  fetched_id: string
  sequence: Generated<bigint>
  rail: Rail
  external_id: string
  file: Buffer
  file_hash: Buffer
  fetched_at: Date
  found_as: 'new' | 'known' | BankFaultKind
  brought_id: string | null
  blamed: string | null
}

/** A booked statement; written only by the database's functions. */
export interface BankStatementTable {
  statement_id: string
  rail: Rail
  origin: StatementOrigin
  format: BankFileFormat
  file_hash: Buffer
  file_part: number
  external_id: string | null
  mapping_id: string | null
  content_hash: Buffer
  opening_balance_micros: bigint
  closing_balance_micros: bigint
  line_count: number
  duplicate_count: number
  /** The two people; null if it was fetched. */
  brought_by: string | null
  confirmed_by: string | null
  confirmed_at: Date
  sequence: Generated<bigint>
  withdrawn_by_proposal: string | null
  withdrawn_at: Date | null
}

export type BankLineKind =
  | 'deposit'
  | 'escrow'
  | 'own'
  | 'withdrawal'
  | 'charge'
  | 'bond'
  | 'payout'
  | 'return'
  | 'recall'
  | 'withdrawn'

export interface BankLineTable {
  line_id: string
  statement_id: string
  sequence: number
  rail: Rail
  bank_reference: string
  booked_at: Date
  amount_micros: bigint
  counterparty_name: string
  counterparty_account: string
  remittance: string
  is_return: boolean
  is_withdrawn: boolean
  assigned_kind: BankLineKind | null
  assigned_id: string | null
  assigned_at: Date | null
}

/** How far a long statement's lines have been matched. */
export interface StatementMatchingTable {
  statement_id: string
  next_sequence: number
  done_at: Date | null
}

export interface CsvMappingTable {
  mapping_id: string
  rail: Rail
  name: string
  /** Inserted as JSON text. */
  definition: ColumnType<unknown, string, never>
  proposal_id: string
  created_at: Date
  sequence: Generated<bigint>
}

/** Money being returned to the account it came from. */
export interface DepositReturnTable {
  return_id: string
  number: Generated<string>
  line_id: string
  amount_micros: bigint
  account_name: string
  account_number: string
  /** Null if automatic, after ten days. */
  ordered_by_proposal: string | null
  sent_by_proposal: string | null
  status: Generated<ReturnStatus>
  ordered_at: Date
  sent_at: Date | null
  confirmed_at: Date | null
  paid_line_id: string | null
}

/** A deposit, or part of one, that the bank recalled, and who bore it. */
export interface DepositRecallTable {
  recall_id: string
  deposit_id: string
  customer_id: string
  line_id: string
  amount_micros: bigint
  risk_hold_micros: bigint
  available_micros: bigint
  reserve_micros: bigint
  shortfall_micros: bigint
  hold_id: string | null
  proposal_id: string
  booked_at: Date
}

export interface BankPositionTable {
  position_id: string
  statement_id: string
  rail: Rail
  closing_balance_micros: bigint
  customers_money_micros: bigint
  in_transit_micros: Generated<bigint>
  sequence: Generated<bigint>
}

export interface DepositTable {
  deposit_id: string
  customer_id: string
  line_id: string
  amount_micros: bigint
  matched_by: MatchedBy
  booked_at: Date
  /** Null if booked automatically. */
  proposal_id: string | null
}

export interface BeneficiaryTable {
  beneficiary_id: string
  customer_id: string
  kind: BeneficiaryKind
  sealed: Buffer
  fingerprint: Buffer
  bank_name: string | null
  network: string | null
  branch_name: string | null
  beneficiary_name_masked: string
  account_number_masked: string
  bank_address_masked: string | null
  changed_at: Date
  usable_from: Date
  replaced_at: Date | null
}

export interface WithdrawalTable {
  withdrawal_id: string
  number: string
  customer_id: string
  beneficiary_id: string
  amount_micros: bigint
  rail_fee_micros: bigint
  status: WithdrawalStatus
  requested_at: Date
  send_by: Date
  approved_at: Date | null
  sent_at: Date | null
  confirmed_at: Date | null
  ended_at: Date | null
  ended_reason: string | null
  line_id: string | null
  payout_micros: Generated<bigint | null>
  return_line_id: Generated<string | null>
  /** What was returned when it ended, or left over when it was sent; set by the database. */
  back_micros: ColumnType<bigint | null, never, never>
}

export interface WithdrawalPauseTable {
  hold_id: string
  withdrawal_id: string
  began_at: Date
  ended_at: Date
  send_by_before: Date
  send_by_after: Date
}

export interface HoldTable {
  hold_id: string
  customer_id: string
  reason: HoldReason
  source: 'available' | 'withdrawal_hold'
  withdrawal_id: string | null
  amount_micros: bigint
  fact_hash: Buffer
  evidence: string
  created_at: Date
  deadline: Date
  extended_by: string | null
  released_at: Date | null
  released_by: string | null
  /** Set by the database on release. */
  released_to: ColumnType<'available' | 'withdrawal_hold' | null, never, never>
  document_hash: Buffer | null
  authority: string | null
  /** The proposal that two people agreed to; null for a new beneficiary's hold. */
  proposal_id: string | null
  proposed_by: string | null
  approved_by: string | null
  clock_stopped_at: Date | null
  stopped_ms: bigint
  review_count: number
}

export interface HoldDocumentTable {
  hold_id: string
  position: number
  customer_id: string
  name: string
  file_id: string | null
  provided_at: Date | null
}

export interface HoldAppealTable {
  appeal_id: string
  hold_id: string
  customer_id: string
  request_id: string
  grounds: string
  filed_at: Date
  decision: AppealDecision | null
  answer: string | null
  decided_by: string | null
  decided_at: Date | null
}

export interface PayoutFileTable {
  payout_file_id: string
  message_id: string
  format: PayoutFormat
  sealed: Buffer
  file_hash: Buffer
  payment_count: number
  total_micros: bigint
  proposal_id: string
  created_at: Date
}

export interface PayoutPaymentTable {
  payout_file_id: string
  withdrawal_id: string
  payout_micros: bigint
  discarded_at: Date | null
}

export interface PayoutTakingTable {
  payout_file_id: string
  number: number
  /** Null if the program took it, to send it to the bank. */
  taken_by: string | null
  taken_at: Date
}

export interface PayoutRejectionTable {
  payout_file_id: string
  reason: string
  rejected_at: Date
}

export interface PayoutEndTable {
  payout_file_id: string
  ended_as: PayoutFileEnd
  handed_over_by: string | null
  discarded_by_proposal: string | null
  ended_at: Date
}
