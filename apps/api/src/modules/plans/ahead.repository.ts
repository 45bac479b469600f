import type { Transaction } from '../../database/database.ts'
import { AHEAD_MAX } from '../ahead.ts'
import { FINISHED_AT, type Plan } from './plans.repository.ts'

/** A customer's plans that have not ended, earliest end first. */
export async function plansUnderWay(tx: Transaction, customer_id: string): Promise<Plan[]> {
  return await tx
    .selectFrom('plans.plans as plans')
    .selectAll()
    .select(FINISHED_AT.as('finished_at'))
    .where('customer_id', '=', customer_id)
    .where('status', 'not in', ['putFailed', 'settled'])
    .orderBy('ends_at')
    .limit(AHEAD_MAX)
    .execute()
}
