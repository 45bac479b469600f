import {
  approveTogether,
  refuseProposal,
  revealProposal,
  showProposal,
} from '@adtally/contract/operator/house/proposals.ts'
import { approveProposal, listProposals } from '@adtally/contract/operator/statement/staff-calls.ts'
import type * as z from 'zod/mini'
import { askOffice } from '../../../lib/office.ts'

/** A proposal as a queue lists it. */
export type Proposal = z.infer<typeof listProposals.response>['items'][number]
/** The same as it is looked at: with what it would do now, and for its maker what they gave. */
export type ShownProposal = z.infer<typeof showProposal.response>
/** What somebody who decides is told. */
export type Facts = Pick<Proposal, 'says' | 'before' | 'after' | 'sum' | 'booked'>
export type Together = z.infer<typeof approveTogether.response>

/** What of the inbox is asked for, by the names of the call's fields; texts as they travel. */
export type Asked = Readonly<Record<string, string>>

/** A page of a queue. Throws as `askOffice`. */
export async function proposalsPage(asked: Asked, signal: AbortSignal) {
  return await askOffice(listProposals.response, {
    method: 'GET',
    name: listProposals.name,
    input: asked,
    signal,
  })
}

/** A proposal as things are now. Throws as `askOffice`. */
export async function proposalNow(proposal_id: string, signal: AbortSignal): Promise<ShownProposal> {
  const asked = { method: 'GET', name: showProposal.name, input: { proposal_id }, signal } as const
  return await askOffice(showProposal.response, asked)
}

/** What its maker gave the act that proposed it; null to anybody else. Throws as `askOffice`. */
export async function givenBefore(proposal_id: string, signal: AbortSignal) {
  return (await proposalNow(proposal_id, signal)).given ?? null
}

/** Approves what was seen, by both digests. Throws as `askOffice`. */
export async function approveSeen(seen: { proposal_id: string; payload_hash: string; facts_hash: string }) {
  const { proposal_id, payload_hash, facts_hash } = seen
  const input = { proposal_id, payload_hash, facts_hash }
  return await askOffice(approveProposal.response, { method: 'POST', name: approveProposal.name, input })
}

/** Approves several as the list shows them. Throws as `askOffice`. */
export async function approveListed(proposals: readonly Proposal[]): Promise<Together> {
  const seen = proposals.map(
    ({ proposal_id, payload_hash, facts_hash }) => `${proposal_id}:${payload_hash}:${facts_hash}`,
  )
  return await askOffice(approveTogether.response, {
    method: 'POST',
    name: approveTogether.name,
    input: { seen },
  })
}

/** What a proposal keeps sealed; that somebody saw it is kept. Throws as `askOffice`. */
export async function revealOne(proposal_id: string, reason: string) {
  const input = { proposal_id, reason }
  const { name, response } = revealProposal
  return (await askOffice(response, { method: 'POST', name, input })).revealed
}

/** Refuses another's proposal, or withdraws one's own. Throws as `askOffice`. */
export async function refuseOne(proposal_id: string, reason: string) {
  const input = { proposal_id, reason }
  return await askOffice(refuseProposal.response, { method: 'POST', name: refuseProposal.name, input })
}

/** The calls whose answers are old once something was decided. */
export const PROPOSAL_READS = [listProposals, showProposal] as const
