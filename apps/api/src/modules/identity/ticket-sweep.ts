import type { JobHandler } from '../module.ts'
import { deleteOldTickets } from './tickets.repository.ts'

/** Forgets tickets that can't be used any more. */
export const ticketSweepJob: JobHandler = {
  kind: 'identity.ticket-sweep',
  every_ms: 60 * 60_000,
  run: (_services, tx) => deleteOldTickets(tx),
}
