import type { JobHandler } from '../module.ts'
import { deleteOldTickets } from './hosts/tickets.repository.ts'
import { deleteEndedLinks } from './passwords/links.repository.ts'
import { deleteEndedChallenges } from './second-factor/passkeys.repository.ts'
import { deleteEndedTries } from './sign-in/tries.repository.ts'

/** Deletes unusable tickets, links and questions, and ended counts of tries. */
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
