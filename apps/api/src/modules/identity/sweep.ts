import type { JobHandler } from '../module.ts'
import { deleteOldTickets } from './hosts/tickets.repository.ts'
import { deleteEndedLinks } from './passwords/links.repository.ts'
import { deleteEndedChallenges } from './second-factor/passkeys.repository.ts'
import { deleteEndedTries } from './sign-in/tries.repository.ts'

/** Forgets tickets, links and questions that can't be used any more, and counts of tries whose time is over. */
export const sweepJob: JobHandler = {
  kind: 'identity.sweep',
  every_ms: 60 * 60_000,
  run: async (_services, tx) => {
    await deleteOldTickets(tx)
    await deleteEndedLinks(tx)
    await deleteEndedChallenges(tx)
    await deleteEndedTries(tx)
  },
}
