import type { Transaction } from '../../../database/database.ts'
import { cancelJob } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { asRole } from '../../as-role.ts'
import * as audit from '../../audit/index.ts'
import type { ApprovedAct, Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { findProposal, isShutOut, lockStaff, type ProposalRecord } from '../repository.ts'
import { aboutOf, approvalRefusal } from '../rules.ts'
import { tryOut } from '../sign-in/try-out.ts'
import { decided } from './decided.ts'
import { insertApproval, lockApprovals } from './decisions.repository.ts'
import {
  areSame,
  bookedHere,
  factsHash,
  factsText,
  isOfFacts,
  type SeenFacts,
  seenFacts,
  shownFacts,
} from './facts.ts'
import { PROPOSAL_EXPIRY } from './proposal-ended.ts'
import { endPointless } from './supersede.ts'

/** Whoever got no answer to their approval is shown again for so long what it showed. */
const SHOWN_AGAIN_MS = 600_000

export interface Approval {
  proposal_id: string
  staff: Staff
  /** SHA-256 (hexadecimal) of the payload, and `factsHash` of the facts, that the checker saw. */
  payload_hash: string
  facts_hash: string
}

export type Approved = ReturnType<typeof shownFacts> & {
  proposal_id: string
  action: string
  outcome: unknown
  /** Proposals that the approval made pointless and that have ended. */
  superseded: string[]
}

/**
 * Approves a proposal and applies its act in one transaction. Both names go to the audit log, as the database knows
 * them, with what the checker saw. Proposals that this makes pointless end afterwards. `acts` are those of every
 * module. Whoever approved one a moment ago and asks for the same again gets what that showed, and nothing is done. Throws
 * `proposal_not_found`, `four_eyes` (maker and checker are one person, or it is about the checker),
 * `staff_role_missing`, `proposal_decided` (with who and when), `proposal_expired`, `proposal_maker_disabled`,
 * `proposal_altered` (the payload changed since it was proposed), `proposal_changed` with both sides (not what was seen), `state_conflict` (no module has its action), `statement_bringer` (the checker brought the bank line that it
 * is based on), or what the act refuses; the proposal then stays as it was.
 */
export async function approve(
  services: Services,
  acts: readonly ApprovedAct[],
  approval: Approval,
): Promise<Approved> {
  const { proposal_id, staff } = approval
  const office = asRole(services, 'office')
  const done = await office.database.transaction({ kind: 'system' }, async (tx) => {
    await lockApprovals(tx, proposal_id)
    const shown = await shownAgain(office, tx, acts, approval)
    if (shown) return { ...shown, is_again: true }
    const { proposal, act } = await approvable(tx, acts, approval)
    const facts = await factsSeen(office, tx, act, proposal, approval)
    await lockAsSeen(office, tx, act, proposal, facts)
    if (!(await insertApproval(tx, staff.session_token, { proposal_id, facts })))
      throw decided(await findProposal(tx, proposal_id))
    await cancelJob(tx, PROPOSAL_EXPIRY, proposal_id)
    const outcome = await applyAsSeen(office, tx, act, proposal, { facts, staff })
    return { proposal, facts, outcome, is_again: false }
  })
  const { proposal, facts, outcome } = done
  const about = aboutOf(proposal.subject_id, proposal.payload)
  const superseded = done.is_again
    ? []
    : await endPointless(office, acts, { about, decided: proposal, staff })
  return { proposal_id, action: proposal.action, ...shownFacts(facts), outcome, superseded }
}

/** What an approval by the same person, of the same, showed a moment ago; undefined where it showed nothing. */
async function shownAgain(
  services: Services,
  tx: Transaction,
  acts: readonly ApprovedAct[],
  { proposal_id, staff, payload_hash, facts_hash }: Approval,
) {
  const proposal = await findProposal(tx, proposal_id)
  if (proposal?.status !== 'approved' || proposal.checker_username !== staff.username) return undefined
  const act = acts.find(({ action }) => action === proposal.action)
  const { decided_at, facts, payload, maker } = proposal
  const passed_ms = services.clock.now_ms() - (decided_at?.getTime() ?? 0)
  const is_the_same = payload_hash === proposal.payload_hash && isOfFacts(facts_hash, proposal, facts)
  if (!act?.shows || !is_the_same || passed_ms > SHOWN_AGAIN_MS) return undefined
  return { proposal, facts, outcome: act.shows(services, payload, { maker, checker: staff, proposal_id }) }
}

async function approvable(
  tx: Transaction,
  acts: readonly ApprovedAct[],
  { proposal_id, staff }: Approval,
): Promise<{ proposal: ProposalRecord; act: ApprovedAct }> {
  const proposal = await findProposal(tx, proposal_id)
  if (!proposal) throw new Refusal('proposal_not_found', { field: 'proposal_id' })
  const act = acts.find(({ action }) => action === proposal.action)
  if (!act) throw new Refusal('state_conflict', { field: 'action' })
  // Staff are always locked together and first, so also when a proposal is about one of them.
  if (proposal.subject_kind === 'staff') await lockStaff(tx)
  const recorded = await audit.findDetailsOfProposal(tx, `${proposal.action}.proposed`, proposal_id)
  const payload_hash_recorded = typeof recorded?.payload_hash === 'string' ? recorded.payload_hash : null
  const maker_is_disabled = await isShutOut(tx, proposal.maker.staff_id)
  const reason = approvalRefusal({ ...proposal, maker_is_disabled }, act, staff, payload_hash_recorded)
  if (reason) throw reason === 'proposal_decided' ? decided(proposal) : new Refusal(reason)
  return { proposal, act }
}

/** The current facts, which have to be those whose digests the checker names. */
async function factsSeen(
  services: Services,
  tx: Transaction,
  act: ApprovedAct,
  proposal: ProposalRecord,
  { staff, payload_hash, facts_hash }: Approval,
): Promise<SeenFacts> {
  const { session_token } = staff
  const now = await tryOut(services, tx, { act, session_token, tried: proposal })
  if (payload_hash !== proposal.payload_hash || !isOfFacts(facts_hash, proposal, now))
    throw changed(proposal, now)
  return now
}

/**
 * Takes the act's locks and checks that the facts are still the same. Comes before the approval writes rows that
 * holders of these locks may wait for; otherwise a checker and another act of the same customer could deadlock.
 */
async function lockAsSeen(
  services: Services,
  tx: Transaction,
  act: ApprovedAct,
  proposal: ProposalRecord,
  facts: SeenFacts,
): Promise<void> {
  const locked = seenFacts(await act.facts(services, tx, proposal.payload), facts.booked)
  if (!areSame(facts, locked)) throw changed(proposal, locked)
}

/** Applies the act and refuses if it books anything else than what was seen. */
async function applyAsSeen(
  services: Services,
  tx: Transaction,
  act: ApprovedAct,
  proposal: ProposalRecord,
  { facts, staff }: { facts: SeenFacts; staff: Staff },
): Promise<unknown> {
  const { proposal_id, payload, maker, customer_id } = proposal
  const outcome = await act.apply(services, tx, payload, { maker, checker: staff, proposal_id })
  const done = { ...facts, booked: await bookedHere(services, tx, customer_id) }
  if (!areSame(facts, done)) throw changed(proposal, done)
  return outcome
}

/** Refuses with both sides: what the maker saw, and what is there now, with the digest that approves that. */
function changed({ payload_hash, facts }: ProposalRecord, now: SeenFacts): Refusal {
  const facts_hash = factsHash(payload_hash, now)
  return new Refusal('proposal_changed', {
    values: { seen: factsText(facts), now: factsText(now), facts_hash },
    data: { seen: shownFacts(facts), now: shownFacts(now), payload_hash, facts_hash },
  })
}
