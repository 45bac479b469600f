import {
  approveTogether,
  refuseProposal,
  revealProposal,
  showProposal,
} from '@adtally/contract/operator/house/proposals.ts'
import { approveProposal, listProposals } from '@adtally/contract/operator/statement/staff-calls.ts'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { approvedActs, type Module, type Staff, type StaffVerb, staffVerb } from '../../module.ts'
import type { Services } from '../../services.ts'
import { evidenceOfProposal } from '../evidence/evidence.repository.ts'
import { findProposal, type ProposalRecord } from '../repository.ts'
import { holdsRole } from '../rules.ts'
import { tryOut } from '../sign-in/try-out.ts'
import { approve } from './approve.ts'
import { approveEach } from './approve-each.ts'
import { areSame, factsHash, shownFacts } from './facts.ts'
import { type Inbox, lookThrough, presentAll } from './inbox.ts'
import { refuse } from './refuse.ts'

/** The verbs by which proposals are found, looked at and decided, for the acts of these modules. */
export function decisionVerbs(modules: readonly Module[]): StaffVerb[] {
  const acts = approvedActs(modules)
  const inbox: Inbox = {
    acts,
    hindering: modules.flatMap(({ hindering = [] }) => hindering),
    customerOf: modules.flatMap(({ customerOf = [] }) => customerOf)[0],
  }
  return [
    staffVerb(listProposals, (services, staff, input) => lookThrough(services, inbox, staff, input)),
    staffVerb(showProposal, (services, staff, { proposal_id }) =>
      lookedAt(services, inbox, staff, proposal_id),
    ),
    staffVerb(revealProposal, (services, staff, input) => reveal(services, inbox, staff, input)),
    staffVerb(approveProposal, (services, staff, input) => approve(services, acts, { ...input, staff })),
    staffVerb(approveTogether, (services, staff, { seen }) => approveEach(services, acts, staff, seen)),
    staffVerb(refuseProposal, (services, staff, input) => refuse(services, acts, { ...input, staff })),
  ]
}

async function lookedAt(services: Services, inbox: Inbox, staff: Staff, proposal_id: string) {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const proposal = await findProposal(tx, proposal_id)
    if (!proposal) throw new Refusal('proposal_not_found', { field: 'proposal_id' })
    const [shown] = await presentAll(tx, inbox, staff, [proposal])
    if (!shown) throw new Error('a proposal was found and not presented')
    return {
      ...shown,
      evidence: await evidenceOfProposal(tx, proposal_id),
      ...(await asThingsAre(services, tx, inbox, staff, proposal)),
      ...givenTo(staff, proposal),
      sealed: proposal.status === 'open' ? Object.keys(revealedTo(services, inbox, staff, proposal)) : [],
    }
  })
}

/** What an open proposal would do now, with the digest that approves that; or why it is refused. */
async function asThingsAre(
  services: Services,
  tx: Transaction,
  { acts }: Inbox,
  { session_token }: Staff,
  proposal: ProposalRecord,
) {
  const act = acts.find(({ action }) => action === proposal.action)
  if (!act || proposal.status !== 'open') return {}
  // The database refuses to approve it, on trial too.
  if (proposal.maker_is_disabled) return { is_as_proposed: false, refused_now: 'proposal_maker_disabled' }
  try {
    const now = await tryOut(services, tx, { act, session_token, tried: proposal })
    const facts_hash = factsHash(proposal.payload_hash, now)
    return { is_as_proposed: areSame(proposal.facts, now), now: { ...shownFacts(now), facts_hash } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { is_as_proposed: false, refused_now: error.reason }
  }
}

/** `reveal-proposal`: what is sealed in it, and in the audit log who saw it and why. */
async function reveal(
  services: Services,
  inbox: Inbox,
  staff: Staff,
  { proposal_id, reason }: { proposal_id: string; reason: string },
) {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const proposal = await findProposal(tx, proposal_id)
    if (!proposal) throw new Refusal('proposal_not_found', { field: 'proposal_id' })
    if (!maySee(inbox, staff, proposal)) throw new Refusal('staff_role_missing')
    const revealed = revealedTo(services, inbox, staff, proposal)
    if (proposal.status !== 'open' || Object.keys(revealed).length === 0)
      throw new Refusal('state_conflict', { field: 'proposal_id' })
    await audit.byStaff(tx, staff, {
      action: 'proposal.revealed',
      subject: { kind: 'proposal', id: proposal_id },
      reason,
    })
    return { proposal_id, revealed }
  })
}

function maySee({ acts }: Inbox, staff: Staff, { action, maker }: ProposalRecord): boolean {
  const act = acts.find((each) => each.action === action)
  return maker.staff_id === staff.staff_id || (act !== undefined && holdsRole(staff, act.checker_roles))
}

function revealedTo(
  services: Services,
  inbox: Inbox,
  staff: Staff,
  proposal: ProposalRecord,
): Readonly<Record<string, string>> {
  const act = inbox.acts.find(({ action }) => action === proposal.action)
  return maySee(inbox, staff, proposal) ? { ...act?.revealed?.(services, proposal.payload) } : {}
}

function givenTo({ staff_id }: Staff, { maker, given }: ProposalRecord) {
  return given !== null && maker.staff_id === staff_id
    ? { given: { ...given, fields: { ...given.fields } } }
    : {}
}
