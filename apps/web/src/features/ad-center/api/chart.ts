import type { OutputOf } from '@adtally/contract/call.ts'
import { statisticsChart } from '@adtally/contract/plans/statistics-chart.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { type AskedPeriod, inputOf } from './statistics.ts'

/** The previous period's values. */
export type Before = NonNullable<OutputOf<typeof statisticsChart>['before']>

const CHART_MS = 15_000

/** Spend and revenue of the period and the one before. Refreshed less often than the figures, which end its lines. */
export function chartQuery(asked: AskedPeriod) {
  return { ...callQuery(statisticsChart, inputOf(asked)), refetchInterval: CHART_MS }
}
