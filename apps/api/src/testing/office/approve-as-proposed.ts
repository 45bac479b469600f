import type { ApprovedAct, Staff } from '../../modules/module.ts'
import {
  type Approved,
  approve,
  operatorsModule,
  verbsOf,
  withDigests,
} from '../../modules/operators/index.ts'
import type { Services } from '../../modules/services.ts'

/** Approves a proposal as its maker saw it, or facts by their digest, as somebody does who has looked at it. */
export async function approveAsProposed(
  services: Services,
  acts: readonly ApprovedAct[],
  { proposal_id, staff, facts_hash }: { proposal_id: string; staff: Staff; facts_hash?: string | undefined },
): Promise<Approved> {
  const verbs = verbsOf([operatorsModule])
  const seen = await withDigests(services, verbs, staff, 'approve', { proposal_id })
  return await approve(services, acts, {
    proposal_id,
    staff,
    payload_hash: String(seen.payload_hash),
    facts_hash: facts_hash ?? String(seen.facts_hash),
  })
}
