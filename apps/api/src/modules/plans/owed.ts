import type { Transaction } from '../../database/database.ts'
import { schedule } from '../../database/jobs.ts'
import { owesAnything } from './owed.repository.ts'

/** The job that pays what an advertiser owes, as soon as its escrow allows; its subject is the advertiser. */
export const PAY_OWED_JOB = 'plan.pay-owed'

const AT_ONCE = new Date(0)

/** Has what an advertiser owes paid next, where it owes anything: its escrow has just grown. */
export async function askToPayOwed(tx: Transaction, advertiser_id: string): Promise<void> {
  if (!(await owesAnything(tx, advertiser_id))) return
  await schedule(tx, { kind: PAY_OWED_JOB, subject_id: advertiser_id, due_at: AT_ONCE })
}
