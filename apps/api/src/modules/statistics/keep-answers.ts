import type { Database } from '../../database/database.ts'
import { PLANS_CHANNEL } from '../plans/index.ts'
import type { StatisticsAnswers } from './answers.ts'
import { readNotice, STATISTICS_CHANNEL } from './notice.ts'
import { noticeKey } from './notice-key.repository.ts'

/**
 * Keeps a process's cached answers up to date by notices of events and plans. After a lost connection it discards
 * them, and at a notice of figures that the database did not sign. Returns a function to stop. As the role `api`.
 */
export async function keepAnswersRight(
  database: Database,
  answers: StatisticsAnswers,
): Promise<() => Promise<void>> {
  const key = await noticeKey(database)
  const forget = () => answers.forgetAll()
  const stops = [
    await database.listen(STATISTICS_CHANNEL, (payload) => answers.apply(readNotice(key, payload)), forget),
    await database.listen(PLANS_CHANNEL, (payload) => forgetCustomers(answers, payload), forget),
  ]
  answers.startListening()
  return async () => {
    for (const stop of stops) await stop()
  }
}

/** The payload lists customers whose plans changed, separated by commas; empty if there were too many. */
function forgetCustomers(answers: StatisticsAnswers, payload: string): void {
  if (payload === '') answers.forgetAll()
  else for (const customer_id of payload.split(',')) answers.forget(customer_id)
}
