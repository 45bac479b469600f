import type { StaffRole } from '@adtally/contract/enums.ts'
import type { Made } from '../../database/columns.ts'
import type { SeenFacts } from './proposals/facts.ts'

/** `operators.staff`: written by its functions alone; what somebody signs in with stands elsewhere. */
export interface StaffTable {
  staff_id: Made<string>
  username: Made<string>
  display_name: Made<string>
  roles: Made<StaffRole[]>
  founder: Made<number | null>
  proposal_id: Made<string | null>
  created_at: Made<Date>
  disabled_at: Made<Date | null>
}

/** `operators.proposals`: immutable, written by its functions alone. */
export interface ProposalsTable {
  proposal_id: Made<string>
  action: Made<string>
  subject_kind: Made<string>
  subject_id: Made<string>
  customer_id: Made<string | null>
  payload: Made<Record<string, unknown>>
  payload_hash: Made<Buffer>
  reason: Made<string>
  facts: Made<SeenFacts>
  maker_id: Made<string | null>
  proposed_at: Made<Date>
  expires_at: Made<Date>
}

/** `operators.open_proposals`: those that nobody has decided; written by its functions alone. */
export interface OpenProposalsTable {
  proposal_id: Made<string>
  action: Made<string>
  subject_kind: Made<string>
  subject_id: Made<string>
  thing_hash: Made<Buffer | null>
  about: Made<string[]>
}

/** `withdrawn` is the maker's own, `superseded` what another decision has made pointless; the others take a second person. */
export type ProposalEnd = 'approved' | 'refused' | 'withdrawn' | 'superseded'

/** `operators.decisions`: the same, one at most for each proposal. */
export interface DecisionsTable {
  proposal_id: Made<string>
  verdict: Made<ProposalEnd>
  maker_id: Made<string | null>
  checker_id: Made<string>
  reason: Made<string | null>
  decided_at: Made<Date>
}

declare module '../../database/database.ts' {
  interface Schema {
    'operators.staff': StaffTable
    'operators.proposals': ProposalsTable
    'operators.open_proposals': OpenProposalsTable
    'operators.decisions': DecisionsTable
  }
}
