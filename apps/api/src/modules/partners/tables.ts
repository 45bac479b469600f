import type { PartnerRole, PartnerSide } from '@adtally/contract/partner/statement/partner-call.ts'
import type { Made } from '../../database/columns.ts'

/** `partners.people`: written only by its functions; credentials are kept elsewhere. */
export interface PeopleTable {
  person_id: Made<string>
  side: Made<PartnerSide>
  party_id: Made<string>
  email: Made<string>
  role: Made<PartnerRole>
  proposal_id: Made<string | null>
  invited_by: Made<string | null>
  invited_at: Made<Date>
  shut_out_at: Made<Date | null>
  removed_at: Made<Date | null>
  changed_at: Made<Date>
}

declare module '../../database/database.ts' {
  interface Schema {
    'partners.people': PeopleTable
  }
}
