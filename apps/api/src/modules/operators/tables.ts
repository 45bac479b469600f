import type { StaffRole } from '@adtally/contract/enums.ts'
import type { ProposalEnd } from '@adtally/contract/operator/house/proposals.ts'
import type { Made } from '../../database/columns.ts'
import type { GivenInput } from '../module.ts'
import type { SeenFacts } from './proposals/facts.ts'

/** `operators.staff`: written only by its functions; credentials are kept elsewhere. */
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

/** `operators.proposals`: immutable, written only by its functions. */
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
  sum_micros: Made<bigint | null>
  given: Made<GivenInput | null>
  maker_id: Made<string | null>
  proposed_at: Made<Date>
  expires_at: Made<Date>
}

/** `operators.open_proposals`: undecided ones; written only by its functions. */
export interface OpenProposalsTable {
  proposal_id: Made<string>
  action: Made<string>
  subject_kind: Made<string>
  subject_id: Made<string>
  thing_hash: Made<Buffer | null>
  about: Made<string[]>
  checkers: Made<string>
  maker_id: Made<string | null>
  customer_id: Made<string | null>
  expires_at: Made<Date>
}

/** `operators.decisions`: immutable, at most one per proposal. */
export interface DecisionsTable {
  proposal_id: Made<string>
  verdict: Made<ProposalEnd>
  maker_id: Made<string | null>
  of_action: Made<string>
  of_customer_id: Made<string | null>
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
