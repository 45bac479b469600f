import type { AnnouncementAudience, Language } from '@adtally/contract/enums.ts'
import type { Transaction } from '../../../database/database.ts'
import { countCustomers, customerById, customersAfter } from '../../identity/index.ts'
import { countCustomersRunning, customersRunningAfter, runningPlans } from '../../plans/index.ts'

/** Whom an announcement is for; the language is set for that audience alone. */
export interface Audience {
  audience: AnnouncementAudience
  audience_language: Language | null
}

/** What of a reader decides which audiences they are of. */
export interface AudienceReader {
  language: Language | null
  has_running_plan: boolean
}

/** The next customers of an audience after an id (null: from the first), in the order of ids, as they are now. */
export async function audienceAfter(
  tx: Transaction,
  { audience, audience_language }: Audience,
  customer_id: string | null,
  limit: number,
): Promise<string[]> {
  if (audience === 'running_plan') return await customersRunningAfter(tx, customer_id, limit)
  return await customersAfter(tx, { customer_id, language: audience_language ?? undefined }, limit)
}

/** How many customers are of an audience now. */
export async function audienceSize(
  tx: Transaction,
  { audience, audience_language }: Audience,
): Promise<number> {
  if (audience === 'running_plan') return await countCustomersRunning(tx)
  return await countCustomers(tx, audience_language ?? undefined)
}

/** A customer as a reader of announcements. */
export async function audienceReader(tx: Transaction, customer_id: string): Promise<AudienceReader> {
  const [customer, running] = await Promise.all([
    customerById(tx, customer_id),
    runningPlans(tx, customer_id),
  ])
  return { language: customer?.language ?? null, has_running_plan: running.length > 0 }
}
