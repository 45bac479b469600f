import type { Reason } from '@adtally/contract/reasons.ts'
import type { Transaction } from '../../../database/database.ts'
import { cancelJob } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { ApprovedAct, Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { findProposal, type ProposalRecord } from '../repository.ts'
import { holdsRole } from '../rules.ts'
import { tryOut } from '../sign-in/try-out.ts'
import { findOpenAbout, insertSuperseded } from './decisions.repository.ts'
import { areSame, changesNothing, type SeenFacts } from './facts.ts'
import { PROPOSAL_EXPIRY, publishEnd } from './proposal-ended.ts'

/** Refusals that may go away without anybody deciding anew. */
const TEMPORARY: readonly Reason[] = [
  'insufficient_balance',
  'payments_stopped',
  'statement_contradicted',
  'escrow_owed',
  'acceptor_limit_exceeded',
  'promotion_exhausted',
  'hold_days_exhausted',
]

/** The current facts of an open proposal, or why its act refuses. */
async function lookAt(
  services: Services,
  tx: Transaction,
  act: ApprovedAct,
  proposal: ProposalRecord,
  session_token: string,
): Promise<SeenFacts | Reason> {
  try {
    return await tryOut(services, tx, { act, session_token, tried: proposal })
  } catch (error) {
    if (error instanceof Refusal) return error.reason
    throw error
  }
}

/** Whether a proposal can't be approved as proposed: its facts changed, its act refuses, or its maker is gone. */
export async function isStale(
  services: Services,
  tx: Transaction,
  act: ApprovedAct,
  proposal: ProposalRecord,
  session_token: string,
): Promise<boolean> {
  if (proposal.status !== 'open' || proposal.maker_is_disabled) return true
  const found = await lookAt(services, tx, act, proposal, session_token)
  return typeof found === 'string' || !areSame(proposal.facts, found)
}

/** Ends a proposal in the name of the person who made it pointless; tells other modules and the customer's feed. */
export async function supersede(
  tx: Transaction,
  session_token: string,
  proposal: ProposalRecord,
  reason: string,
): Promise<boolean> {
  const { proposal_id } = proposal
  if (!(await insertSuperseded(tx, session_token, { proposal_id, reason }))) return false
  await cancelJob(tx, PROPOSAL_EXPIRY, proposal_id)
  await publishEnd(tx, proposal, 'superseded')
  return true
}

/** Tells other modules of proposals that ended because their maker lost rights. */
export async function tellEnded(tx: Transaction, ended: readonly string[]): Promise<void> {
  for (const proposal_id of ended) {
    const proposal = await findProposal(tx, proposal_id)
    await cancelJob(tx, PROPOSAL_EXPIRY, proposal_id)
    if (proposal) await publishEnd(tx, proposal, 'superseded')
  }
}

/**
 * Ends open proposals about the same things that a decision has made pointless: their act would refuse or change
 * nothing. Only those that the decider may decide on. Each in its own transaction; answers their ids.
 */
export async function endPointless(
  services: Services,
  acts: readonly ApprovedAct[],
  { about, decided, staff }: { about: readonly string[]; decided: ProposalRecord; staff: Staff },
): Promise<string[]> {
  const { session_token } = staff
  const system = { kind: 'system' } as const
  const open = await services.database.transaction(system, (tx) => findOpenAbout(tx, about))
  const ended: string[] = []
  for (const proposal_id of open) {
    const ending = services.database.transaction(system, async (tx) => {
      const proposal = await findProposal(tx, proposal_id)
      const act = acts.find(({ action }) => action === proposal?.action)
      if (proposal?.status !== 'open' || !act || !holdsRole(staff, act.checker_roles)) return
      const found = await lookAt(services, tx, act, proposal, session_token)
      if (typeof found === 'string' ? TEMPORARY.includes(found) : !changesNothing(found)) return
      const reason = `Another proposal was decided before it: ${decided.facts.says}`
      if (await supersede(tx, session_token, proposal, reason)) ended.push(proposal_id)
    })
    // The decision stands; a proposal that can't be examined stays open, to be refused at its own approval.
    await ending.catch((error: unknown) =>
      services.log.warn(
        { err: error, proposal_id },
        'could not look at a proposal that the decision may have made pointless; it stays open',
      ),
    )
  }
  return ended
}
