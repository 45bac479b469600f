import type { OutputOf } from '@adtally/contract/call.ts'
import { statisticsChart } from '@adtally/contract/plans/statistics-chart.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { type AskedPeriod, inputOf } from './statistics.ts'

/** What came in the period before. */
export type Before = NonNullable<OutputOf<typeof statisticsChart>['before']>

const CHART_MS = 15_000

/** Spend and revenue over the period and what came before it, read less often than the figures, which end its lines anyway. */
export function chartQuery(asked: AskedPeriod) {
  return { ...callQuery(statisticsChart, inputOf(asked)), refetchInterval: CHART_MS }
}
