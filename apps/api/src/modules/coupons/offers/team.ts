import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { publish } from '../../../database/outbox.ts'

/** The outbox topic of a team whose followers do not all have their coupons yet. */
export const TEAM_TOPIC = 'coupons.team'
/** `after`: the last relation whose follower has a coupon. */
export const teamFact = z.strictObject({ team_id: z.uuid(), after: z.nullable(z.uuid()) })

/** Asks for the next page of a team's followers. */
export async function askForTeam(tx: Transaction, fact: z.infer<typeof teamFact>): Promise<void> {
  await publish(tx, TEAM_TOPIC, fact, fact.team_id)
}
