import type { StaffRole } from '@adtally/contract/enums.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Fixed, Made } from '../../database/columns.ts'

/** `operators.staff`. */
export interface StaffTable {
  staff_id: Fixed<string>
  username: Fixed<string>
  display_name: Fixed<string>
  roles: Fixed<StaffRole[]>
  founder: Fixed<number | null>
  proposal_id: Fixed<string | null>
  password_hash: string | null
  activation_hashes: string[] | null
  totp_secret: Buffer | null
  totp_last_step: Generated<bigint>
  failures: Generated<number>
  locked_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Made<Date>
  disabled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** `operators.proposals`: immutable. */
export interface ProposalsTable {
  proposal_id: Fixed<string>
  action: Fixed<string>
  subject_kind: Fixed<string>
  subject_id: Fixed<string>
  customer_id: Fixed<string | null>
  /** Inserted as JSON text. */
  payload: ColumnType<Record<string, unknown>, string, never>
  payload_hash: Made<Buffer>
  reason: Fixed<string>
  maker_id: Fixed<string | null>
  proposed_at: Made<Date>
  expires_at: Made<Date>
}

/** `withdrawn` is the maker's own; the others take a second person. */
export type Verdict = 'approved' | 'refused' | 'withdrawn'

/** `operators.decisions`: immutable, one at most for each proposal. */
export interface DecisionsTable {
  proposal_id: Fixed<string>
  verdict: Fixed<Verdict>
  maker_id: Made<string | null>
  checker_id: Fixed<string>
  reason: Fixed<string | null>
  decided_at: Made<Date>
}

declare module '../../database/database.ts' {
  interface Schema {
    'operators.staff': StaffTable
    'operators.proposals': ProposalsTable
    'operators.decisions': DecisionsTable
  }
}
