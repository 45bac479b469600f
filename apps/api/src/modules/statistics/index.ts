import { asRole } from '../as-role.ts'
import type { Module } from '../module.ts'
import { archive } from './archive.ts'
import { keepAnswersRight } from './keep-answers.ts'
import { listStatisticsVerb } from './placements/list-statistics.ts'
import { planChartRoute } from './plan-chart.route.ts'
import { planDaysRoute } from './plan-days.route.ts'
import { planDetailRoute } from './plan-detail.route.ts'
import { statisticsChartRoute } from './statistics-chart.route.ts'
import { statisticsListRoute } from './statistics-list.route.ts'

export { StatisticsAnswers } from './answers.ts'
export { keepAnswersRight } from './keep-answers.ts'
export { createStatistics, loadReading } from './load-reading.ts'
export { DELIVERED, placementProgress, planProgress } from './plan-figures.repository.ts'
export { readPlanPage } from './plan-page.ts'
export type { Period } from './rules.ts'
export { findDifferences, type RollupDifference } from './verify.repository.ts'

/** Roll-ups, the statistics poll and its chart, a plan's page. */
export const statisticsModule: Module = {
  name: 'statistics',
  archive,
  routes: [statisticsListRoute, statisticsChartRoute, planDetailRoute, planChartRoute, planDaysRoute],
  partner_verbs: [listStatisticsVerb],
  start: async (services) =>
    services.settings.roles.includes('api')
      ? await keepAnswersRight(asRole(services, 'api').database, services.statistics)
      : async () => {},
}
