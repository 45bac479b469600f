import type { AnnouncementAudience, Language } from '@adtally/contract/enums.ts'
import type { Transaction } from '../../../database/database.ts'
import { countCustomers, customerById, customersAfter } from '../../identity/index.ts'
import { countCustomersRunning, customersRunningAfter, runningPlans } from '../../plans/index.ts'

/** Who an announcement is for; only the audience `language` has a language. */
export interface Audience {
  audience: AnnouncementAudience
  audience_language: Language | null
}

/** The facts about a reader that decide their audiences. */
export interface AudienceReader {
  language: Language | null
  has_running_plan: boolean
}

/** The next customers of an audience, as of now, in order of id after `customer_id` (null: from the first). */
export async function audienceAfter(
  tx: Transaction,
  { audience, audience_language }: Audience,
  customer_id: string | null,
  limit: number,
): Promise<string[]> {
  if (audience === 'running_plan') return await customersRunningAfter(tx, customer_id, limit)
  return await customersAfter(tx, { customer_id, language: audience_language ?? undefined }, limit)
}

/** How many customers an audience has now. */
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
