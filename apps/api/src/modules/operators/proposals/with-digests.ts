import { showProposal } from '@adtally/contract/operator/house/proposals.ts'
import { approveProposal } from '@adtally/contract/operator/statement/staff-calls.ts'
import * as z from 'zod/mini'
import type { Staff, StaffVerb } from '../../module.ts'
import type { Services } from '../../services.ts'
import { runVerb } from '../verbs.ts'

const shown = z.object({ payload_hash: z.string(), facts_hash: z.string() })

/**
 * What was asked for; of `approve`, with the digests that are missing, which are then those of what the proposal's maker saw,
 * from a look at it by `show-proposal`: for whoever has no list in front of them. As things are now they may be others,
 * which `approve` refuses. Throws what `show-proposal` refuses.
 */
export async function withDigests(
  services: Services,
  verbs: readonly StaffVerb[],
  staff: Pick<Staff, 'session_token'>,
  name: string,
  flags: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { proposal_id, payload_hash, facts_hash } = flags
  const show = verbs.find((verb) => verb.name === showProposal.name)
  const is_whole = payload_hash !== undefined && facts_hash !== undefined
  if (name !== approveProposal.name || !show || proposal_id === undefined || is_whole) return flags
  return { ...z.parse(shown, await runVerb(services, show, staff, { proposal_id })), ...flags }
}
