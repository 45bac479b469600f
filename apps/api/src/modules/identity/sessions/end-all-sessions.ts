import { allSessionsEnding, endAllSessions } from '@adtally/contract/operator/house/customers.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { approvedAct } from '../../module.ts'
import { findOpenProposals, proposalVerb } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { countAllSessions, endAllSessionsApproved } from './sessions.repository.ts'

/** The proposal's subject, of which only one can wait at a time. */
const EVERYBODY = 'customers'

const counts = z.object({ sessions: z.int(), customers: z.int() })

/**
 * The numbers of sessions and customers now, or those of a waiting proposal: they change all the time, and a proposal
 * must stay the same until it is decided.
 */
async function countedOnce(tx: Transaction): Promise<z.infer<typeof counts>> {
  const [open] = await findOpenProposals(tx, allSessionsEnding.action, EVERYBODY)
  return open ? z.parse(counts, open.payload) : await countAllSessions(tx)
}

/** The second person's half: one statement ends all sessions, and each process clears its cache. */
export const endAllSessionsAct = approvedAct(allSessionsEnding, {
  payload: z.strictObject({ staff_too: z.boolean(), sessions: z.int(), customers: z.int() }),
  facts: async (_services, _tx, { staff_too, sessions, customers }) => ({
    says: `End every session of every customer${staff_too ? ', and of the staff but the two who decide' : ''}: ${sessions} sessions of ${customers} customers when it was proposed, and those begun since`,
    before: factsFrom({ sessions, customers }),
    after: factsFrom({ sessions: 0, customers: 0 }),
  }),
  apply: async (_services, tx, _payload, { proposal_id }) => await endAllSessionsApproved(tx, proposal_id),
})

/**
 * `end-all-sessions`: for when tokens of many may be in other hands. By two people, unlike one customer's: a single person could
 * log everybody out again and again.
 */
export const endAllSessionsVerb = proposalVerb(endAllSessions, {
  act: endAllSessionsAct,
  ask: async (_services, tx, { staff_too = false, reason }) => {
    const payload = { staff_too, ...(await countedOnce(tx)) }
    return { subject: { kind: 'sessions', id: EVERYBODY }, payload, reason }
  },
})
