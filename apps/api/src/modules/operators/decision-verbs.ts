import { id } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { type ApprovedAct, type StaffVerb, staffVerb } from '../module.ts'
import { approve } from './approve.ts'
import { refuse } from './refuse.ts'
import { listProposals } from './repository.ts'
import { CHECKING_ROLES, EVERY_ROLE, readablePayload } from './rules.ts'
import { reasonText } from './staff-fields.ts'

const LISTED_MAX = 200

/** `approve` and `refuse-proposal`, for the acts of every module. */
export function decisionVerbs(acts: readonly ApprovedAct[]): StaffVerb[] {
  return [
    staffVerb({
      name: 'approve',
      summary:
        "Approve and carry out another person's proposal; --payload-hash binds you to what you have seen",
      roles: CHECKING_ROLES,
      input: z.strictObject({ proposal_id: id, payload_hash: z.optional(z.string()) }),
      run: (services, staff, input) => approve(services, acts, { ...input, staff }),
    }),
    staffVerb({
      name: 'refuse-proposal',
      summary: "Refuse another person's proposal, or withdraw your own",
      roles: CHECKING_ROLES,
      input: z.strictObject({ proposal_id: id, reason: reasonText }),
      run: (services, staff, input) => refuse(services, acts, { ...input, staff }),
    }),
  ]
}

/** `list-proposals`. */
export const listProposalsVerb = staffVerb({
  name: 'list-proposals',
  summary: 'Proposals that wait for a second person; --all also those decided or expired',
  roles: EVERY_ROLE,
  input: z.strictObject({ all: z.optional(z.boolean()) }),
  run: async ({ database }, _staff, { all = false }) => {
    const proposals = await database.transaction({ kind: 'system' }, (tx) =>
      listProposals(tx, { open_only: !all, limit: LISTED_MAX }),
    )
    return proposals.map(({ maker, payload, ...proposal }) => ({
      ...proposal,
      maker: maker.username,
      payload: readablePayload(payload),
    }))
  },
})
