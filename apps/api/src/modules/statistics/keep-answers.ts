import type { Database } from '../../database/database.ts'
import { PLANS_CHANNEL } from '../plans/index.ts'
import type { StatisticsAnswers } from './answers.ts'
import { readNotice, STATISTICS_CHANNEL } from './notice.ts'

/**
 * Keeps a process's cached answers up to date by notices of events and plans. After a lost connection it discards
 * them. Returns a function to stop.
 */
export async function keepAnswersRight(
  database: Database,
  answers: StatisticsAnswers,
): Promise<() => Promise<void>> {
  const forget = () => answers.forgetAll()
  const stops = [
    await database.listen(STATISTICS_CHANNEL, (payload) => answers.apply(readNotice(payload)), forget),
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
