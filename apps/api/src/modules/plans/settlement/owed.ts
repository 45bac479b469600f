import type { Transaction } from '../../../database/database.ts'
import { scheduleAll } from '../../../database/jobs.ts'
import { advertisersOwing } from './owed.repository.ts'

/** The job that pays what an advertiser owes, as soon as its escrow allows; its subject is the advertiser. */
export const PAY_OWED_JOB = 'plan.pay-owed'

const AT_ONCE = new Date(0)

/** Has what advertisers owe paid next, of those that owe anything: their escrow has just grown. */
export async function askToPayOwed(tx: Transaction, advertiser_ids: readonly string[]): Promise<void> {
  const owing = await advertisersOwing(tx, advertiser_ids)
  if (owing.length === 0) return
  const jobs = owing.map((subject_id) => ({ subject_id, due_at: AT_ONCE }))
  await scheduleAll(tx, PAY_OWED_JOB, jobs)
}
