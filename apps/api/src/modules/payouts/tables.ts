import type {
  PayeeKind,
  PayoutSource,
  PayoutStatus,
} from '@adtally/contract/operator/finance/parties-money.ts'
import type { PartnerSide } from '@adtally/contract/partner/statement/partner-call.ts'
import type { ColumnType } from 'kysely'
import type { Fixed, Made } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'payouts.accounts': PayeeAccountTable
    'payouts.payouts': PayoutTable
    'payouts.account_changes': AccountChangeTable
  }
}

export interface PayeeAccountTable {
  account_id: Fixed<string>
  payee_kind: Fixed<PayeeKind>
  payee_id: Fixed<string>
  account_name: Fixed<string>
  sealed: Fixed<Buffer>
  account_masked: Fixed<string>
  evidence_hash: Fixed<Buffer>
  proposal_id: Fixed<string>
  created_at: Fixed<Date>
  replaced_at: Date | null
}

/** Written by partners' sessions, and ended with the account that it becomes. */
export interface AccountChangeTable {
  change_id: Made<string>
  payee_kind: Made<PartnerSide>
  payee_id: Made<string>
  sealed: Made<Buffer>
  account_masked: Made<string>
  asked_by: Made<string>
  asked_at: Made<Date>
  settable_at: Made<Date>
  withdrawn_by: Made<string | null>
  withdrawn_at: Made<Date | null>
  set_at: Made<Date | null>
}

export interface PayoutTable {
  payout_id: Fixed<string>
  /** Assigned by the database by default. */
  number: ColumnType<string, string | undefined, never>
  proposal_id: Fixed<string>
  source: Fixed<PayoutSource>
  payee_id: Fixed<string>
  account_id: Fixed<string>
  amount_micros: Fixed<bigint>
  status: ColumnType<PayoutStatus, PayoutStatus | undefined, PayoutStatus>
  sent_at: Fixed<Date>
  line_id: ColumnType<string | null, string | null | undefined, string | null>
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  return_line_id: ColumnType<string | null, string | null | undefined, string | null>
  return_reason: ColumnType<string | null, string | null | undefined, string | null>
  returned_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}
