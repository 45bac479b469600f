import type { Module } from '../module.ts'
import { PLANS_CHANNEL } from '../plans/index.ts'
import type { Services } from '../services.ts'
import { StatisticsAnswers } from './answers.ts'
import { loadReading } from './load-reading.ts'
import { readNotice, STATISTICS_CHANNEL } from './notice.ts'
import { planChartRoute } from './plan-chart.route.ts'
import { planDetailRoute } from './plan-detail.route.ts'
import { statisticsChartRoute } from './statistics-chart.route.ts'
import { statisticsListRoute } from './statistics-list.route.ts'

export { applyChanges, NO_FIGURES, type StatisticsChange } from './apply-changes.repository.ts'
export { planProgress } from './plan-figures.repository.ts'
export { findDifferences, type RollupDifference } from './verify.repository.ts'

declare module '../services.ts' {
  interface Services {
    statistics: StatisticsAnswers
  }
}

/** Roll-ups, the statistics poll and its chart, a plan's page. */
export const statisticsModule: Module = {
  name: 'statistics',
  routes: [statisticsListRoute, statisticsChartRoute, planDetailRoute, planChartRoute],
  create: async (services) => {
    services.statistics = new StatisticsAnswers((customer_id, window) =>
      loadReading(services, customer_id, window),
    )
  },
  start: async (services) =>
    services.settings.roles.includes('api') ? await listen(services) : async () => {},
}

async function listen({ database, statistics }: Services): Promise<() => Promise<void>> {
  const forget = () => statistics.forgetAll()
  const stops = [
    await database.listen(STATISTICS_CHANNEL, (payload) => statistics.apply(readNotice(payload)), forget),
    await database.listen(PLANS_CHANNEL, (payload) => forgetCustomers(statistics, payload), forget),
  ]
  statistics.startListening()
  return async () => {
    for (const stop of stops) stop()
  }
}

/** The customers whose plans changed, separated by commas; nothing where there were too many to name. */
function forgetCustomers(statistics: StatisticsAnswers, payload: string): void {
  if (payload === '') statistics.forgetAll()
  else for (const customer_id of payload.split(',')) statistics.forget(customer_id)
}
