import type {
  PayeeKind,
  PayoutSource,
  PayoutStatus,
} from '@adtally/contract/operator/finance/parties-money.ts'
import type { ColumnType } from 'kysely'
import type { Fixed } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'payouts.accounts': PayeeAccountTable
    'payouts.payouts': PayoutTable
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
