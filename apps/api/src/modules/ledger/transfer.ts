import type { FlowType } from '@adtally/contract/enums.ts'
import type { Reason } from '@adtally/contract/reasons.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { Account } from './chart-of-accounts.ts'
import type { CauseKind, PostingName } from './postings.ts'

/** Why a transfer exists: the plan, batch, withdrawal, bank line … that a reader can open. It has to exist. */
export interface Cause {
  kind: CauseKind
  id: string
}

/**
 * The fund-flow line that this transfer belongs to. Transfers with the same `id` and customer make one line (ad
 * billing: one per plan and day); its type and subject are the first transfer's.
 */
export interface Flow {
  /** At most 100 characters. */
  id: string
  type: FlowType
  /** What the line is about: plan, withdrawal, bank line … */
  subject_kind: string
  subject_id: string
}

interface TransferBase {
  /** UUID v7 from the client; the same id with the same content returns the first result (PRODUCT §3). */
  id: string
  cause: Cause
  flow?: Flow
  /** The refusal if the debited (or the credited asset's) account would fall below 0. */
  reason_if_short?: Reason
}

/** Money that moves from one account to another. */
export interface Movement extends TransferBase {
  kind: 'posted'
  debit: Account
  credit: Account
  amount_micros: Micros
  /** The event of PRODUCT §3; by default the first posting with this pair of accounts. */
  posting?: PostingName
}

/** Takes a transfer back, wholly or in part; all reversals of one together never exceed it (PRODUCT §2.1). */
export interface Reversal extends TransferBase {
  kind: 'reversal'
  reverses_id: string
  /** Default: the whole amount. */
  amount_micros?: Micros
}

/** TigerBeetle's transfer, less its two phases (PRODUCT §3). */
export type Transfer = Movement | Reversal

/** The largest amount of one transfer; the table checks it, too. */
export const AMOUNT_MAX_MICROS = 1_000_000_000_000_000_000n

export const TRANSFER_RESULTS = [
  'ok',
  'exists',
  'exists_with_other_content',
  'linked_failed',
  'amount_out_of_range',
  'accounts_equal',
  'account_rule_broken',
  'insufficient_funds',
  'original_not_found',
  'exceeds_original_amount',
] as const
export type TransferResult = (typeof TRANSFER_RESULTS)[number]
