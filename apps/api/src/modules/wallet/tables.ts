import type {
  AppealDecision,
  BeneficiaryKind,
  HoldReason,
  WithdrawalStatus,
} from '@adtally/contract/enums.ts'
import type { Generated } from 'kysely'
import type { Rail } from './bank-accounts.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'wallet.bank_statements': BankStatementTable
    'wallet.bank_lines': BankLineTable
    'wallet.bank_positions': BankPositionTable
    'wallet.deposit_references': { customer_id: string; code: string }
    'wallet.deposits': DepositTable
    'wallet.beneficiaries': BeneficiaryTable
    'wallet.withdrawals': WithdrawalTable
    'wallet.holds': HoldTable
    'wallet.hold_documents': HoldDocumentTable
    'wallet.hold_appeals': HoldAppealTable
    'wallet.payout_files': PayoutFileTable
  }
}

export interface BankStatementTable {
  statement_id: string
  rail: Rail
  format: 'camt053' | 'csv'
  file_hash: Buffer
  opening_balance_micros: bigint
  closing_balance_micros: bigint
  line_count: number
  imported_by: string
  imported_at: Date
  sequence: Generated<bigint>
}

/** What a bank line turned out to be. */
export type BankLineKind = 'deposit' | 'escrow' | 'own' | 'withdrawal' | 'charge' | 'bond' | 'payout'

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
  assigned_kind: BankLineKind | null
  assigned_id: string | null
  assigned_at: Date | null
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
  matched_by: 'reference' | 'payer_name'
  booked_at: Date
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
  payout_file_id: Generated<string | null>
  return_line_id: Generated<string | null>
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
  document_hash: Buffer | null
  authority: string | null
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
  sealed: Buffer
  file_hash: Buffer
  payment_count: number
  total_micros: bigint
  proposal_id: string
  created_at: Date
}
