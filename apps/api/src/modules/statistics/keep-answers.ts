import type { Database } from '../../database/database.ts'
import { PLANS_CHANNEL } from '../plans/index.ts'
import type { StatisticsAnswers } from './answers.ts'
import { readNotice, STATISTICS_CHANNEL } from './notice.ts'

/**
 * Keeps a process's answers right while others change the books: by notices of events and of plans. After a lost
 * connection nothing kept is believed. Returns how to stop.
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

/** The customers whose plans changed, separated by commas; nothing where there were too many to name. */
function forgetCustomers(answers: StatisticsAnswers, payload: string): void {
  if (payload === '') answers.forgetAll()
  else for (const customer_id of payload.split(',')) answers.forget(customer_id)
}
