import type { JobHandler } from '../module.ts'
import { deleteEndedLinks } from './links.repository.ts'
import { deleteEndedChallenges } from './passkeys.repository.ts'
import { deleteOldTickets } from './tickets.repository.ts'
import { deleteEndedTries } from './tries.repository.ts'

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
