import type { FlowType } from '@adtally/contract/enums.ts'
import type { Reason } from '@adtally/contract/reasons.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { Account } from './chart-of-accounts.ts'
import type { PostingName } from './postings.ts'

/** Why a transfer exists: the plan, batch, withdrawal, bank line … that its reader can open. */
export interface Cause {
  kind: string
  id: string
}

/**
 * One line of a customer's fund flow that this transfer belongs to. Transfers with the same `id` and customer
 * make one line (ad billing: one per plan and day); type and subject are those of the first. Only what moves
 * posted money counts: a pending transfer makes no line, the `post` that names a flow does.
 */
export interface Flow {
  /** At most 100 characters. */
  id: string
  type: FlowType
  /** What the line's remark speaks of: plan, withdrawal, bank line … */
  subject_kind: string
  subject_id: string
}

interface TransferBase {
  /** UUID v7 by the client; the same id and content again returns the first result (PRODUCT §3). */
  id: string
  cause: Cause
  flow?: Flow
  /** The reason a customer reads when the debited (or credited asset's) account would fall below 0. */
  reason_if_short?: Reason
}

/** TigerBeetle's transfer model (PRODUCT §3). */
export type Transfer =
  | (TransferBase & {
      kind: 'posted' | 'pending'
      debit: Account
      credit: Account
      amount_micros: Micros
      expires_at?: Date
      /** Which event of PRODUCT §3 this is; by default the first posting that has this pair of accounts. */
      posting?: PostingName
    })
  /** Posts a pending transfer, in part where `amount_micros` is less; the rest goes back. */
  | (TransferBase & { kind: 'post'; pending_id: string; amount_micros?: Micros })
  | (TransferBase & { kind: 'void'; pending_id: string })
  /** Takes a posted transfer back, wholly or in part; all reversals of one together never exceed it (PRODUCT §2.1). */
  | (TransferBase & { kind: 'reversal'; reverses_id: string; amount_micros?: Micros })

/** What became of one transfer. */
export const TRANSFER_RESULTS = [
  'ok',
  'exists',
  'exists_with_other_content',
  'linked_failed',
  'amount_not_positive',
  'accounts_equal',
  'account_rule_broken',
  'insufficient_funds',
  'pending_not_found',
  'pending_not_pending',
  'pending_already_posted',
  'pending_already_voided',
  'pending_expired',
  'pending_not_expired',
  'exceeds_pending_amount',
  'original_not_found',
  'exceeds_original_amount',
] as const
export type TransferResult = (typeof TRANSFER_RESULTS)[number]
