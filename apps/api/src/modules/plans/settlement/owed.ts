import type { Transaction } from '../../../database/database.ts'
import { scheduleAll } from '../../../database/jobs.ts'
import { advertisersOwing } from './owed.repository.ts'

/** The job that pays what an advertiser owes once its escrow allows; the subject is the advertiser. */
export const PAY_OWED_JOB = 'plan.pay-owed'

const AT_ONCE = new Date(0)

/** Schedules the payment of debts of those advertisers that have any, after their escrow grew. */
export async function askToPayOwed(tx: Transaction, advertiser_ids: readonly string[]): Promise<void> {
  const owing = await advertisersOwing(tx, advertiser_ids)
  if (owing.length === 0) return
  const jobs = owing.map((subject_id) => ({ subject_id, due_at: AT_ONCE }))
  await scheduleAll(tx, PAY_OWED_JOB, jobs)
}
