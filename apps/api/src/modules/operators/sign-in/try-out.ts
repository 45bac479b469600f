import type { Transaction } from '../../../database/database.ts'
import { askDeferred, onTrial } from '../../../database/trial.ts'
import type { ApprovedAct, Colleague } from '../../module.ts'
import type { Services } from '../../services.ts'
import { tryApproval } from '../proposals/decisions.repository.ts'
import { bookedHere, type SeenFacts, seenFacts } from '../proposals/facts.ts'

/** A stored proposal to try. */
export interface Tried {
  proposal_id: string
  payload: unknown
  customer_id: string | null
  maker: Colleague
}

/** Asked at the commit, and of no use before: the one refuses every trial, the other chains the audit under its one lock. */
const ASKED_AT_COMMIT = ['operators.refuse_trial', 'audit.seal']

/**
 * Does an act on trial: answers what it says, the facts before and after, and what it books, with all that would be asked
 * at the commit. One that draws a number is described alone. `prepare` is part of the trial. Throws what the act refuses;
 * leaves nothing behind.
 */
export async function tryOut(
  services: Services,
  tx: Transaction,
  { act, session_token, tried }: { act: ApprovedAct; session_token: string; tried: Tried },
  prepare: () => Promise<void> = async () => {},
): Promise<SeenFacts> {
  return await onTrial(tx, async () => {
    await prepare()
    const facts = await act.facts(services, tx, tried.payload)
    const stand_in = await tryApproval(tx, session_token, tried.proposal_id)
    if (!stand_in || act.draws_number) return seenFacts(facts, null)
    const people = {
      maker: tried.maker,
      checker: { ...stand_in, session_token },
      proposal_id: tried.proposal_id,
    }
    await act.apply(services, tx, tried.payload, people)
    // What was booked is told by what the commit then takes away.
    const booked = await bookedHere(services, tx, tried.customer_id)
    await askDeferred(tx, ASKED_AT_COMMIT)
    return seenFacts(facts, booked)
  })
}
