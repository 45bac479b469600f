import { approveProposal } from '@adtally/contract/operator/statement/staff-calls.ts'
import * as z from 'zod/mini'
import type { Staff, StaffVerb } from '../../module.ts'
import type { Services } from '../../services.ts'
import { runVerb } from '../verbs.ts'

const shown = z.object({ payload_hash: z.string(), facts_hash: z.string() })

/**
 * What was asked for; of `approve` by a proposal's id alone, with the digests of what its maker saw, from a look at it by
 * `show-proposal`: for whoever has no list in front of them. As things are now they may be others, which `approve` then
 * refuses. Throws what `show-proposal` refuses.
 */
export async function withDigests(
  services: Services,
  verbs: readonly StaffVerb[],
  staff: Pick<Staff, 'session_token'>,
  name: string,
  flags: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { proposal_id, payload_hash, facts_hash } = flags
  const show = verbs.find((verb) => verb.name === 'show-proposal')
  if (name !== approveProposal.name || !show) return flags
  if (proposal_id === undefined || payload_hash !== undefined || facts_hash !== undefined) return flags
  const seen = z.parse(shown, await runVerb(services, show, staff, { proposal_id }))
  return { ...flags, payload_hash: seen.payload_hash, facts_hash: seen.facts_hash }
}
