import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { publish } from '../../../database/outbox.ts'

/** The outbox topic of a team whose followers are still to be given their coupons. */
export const TEAM_TOPIC = 'coupons.team'
/** `after`: the relation up to which followers were given theirs. */
export const teamFact = z.strictObject({ team_id: z.uuid(), after: z.nullable(z.uuid()) })

/** Asks for the next page of a team's followers. */
export async function askForTeam(tx: Transaction, fact: z.infer<typeof teamFact>): Promise<void> {
  await publish(tx, TEAM_TOPIC, fact, fact.team_id)
}
