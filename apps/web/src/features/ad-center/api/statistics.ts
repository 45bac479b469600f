import type { OutputOf } from '@adtally/contract/call.ts'
import { STATISTICS_PERIODS, type StatisticsPeriod } from '@adtally/contract/enums.ts'
import { statisticsChart, statisticsList } from '@adtally/contract/statistics.ts'
import { notifyManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { requestAnswer } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { timeZoneName } from '../../../lib/time-zone.ts'

export type Reading = OutputOf<typeof statisticsList>

/** A reading and the time it was good at: after a 304 the time of that check (PRODUCT §6). */
export interface TimedReading {
  reading: Reading
  /** ISO 8601; text, because the last answers are kept as JSON. */
  as_of: string
}

/** SPEC §9. */
const POLL_MS = 1000
const CHART_MS = 15_000

function inputOf(period: StatisticsPeriod) {
  return { type: STATISTICS_PERIODS[period], user_time_zone: timeZoneName() }
}

/** One reading of a period. */
export function readingQuery(period: StatisticsPeriod) {
  const input = inputOf(period)
  return {
    queryKey: [statisticsList.name, input],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TimedReading> => {
      // An unchanged reading costs a 304: the browser's cache sends the ETag and answers from what it has.
      const { data, answered_at } = await requestAnswer(statisticsList, input, { signal })
      return { reading: data, as_of: answered_at.toISOString() }
    },
  }
}

/** The polled reading of a period, as its readers share it. */
export interface ReadingSource {
  subscribe(listener: () => void): () => void
  /** The last reading; undefined before the first answer. */
  reading(): TimedReading | undefined
  /** Whether the last try failed. */
  hasFailed(): boolean
  reload(): void
}

/**
 * Asks each second while it has readers and the page can be seen, and at once when it is seen again. One observer
 * serves every figure, so that a tick in which nothing changed costs next to nothing.
 */
export function readingSource(client: QueryClient, period: StatisticsPeriod): ReadingSource {
  const observer = new QueryObserver(
    client,
    client.defaultQueryOptions({
      ...readingQuery(period),
      staleTime: 0,
      // The next tick is the next try.
      retry: false,
      refetchInterval: POLL_MS,
      refetchIntervalInBackground: false,
      refetchOnWindowFocus: 'always',
      notifyOnChangeProps: ['data', 'isError'],
    }),
  )
  return {
    subscribe: (listener) => observer.subscribe(notifyManager.batchCalls(listener)),
    reading: () => observer.getCurrentResult().data,
    hasFailed: () => observer.getCurrentResult().isError,
    reload: () => void observer.refetch(),
  }
}

/** Spend and revenue over the period, read less often than the figures, which end its lines anyway. */
export function chartQuery(period: StatisticsPeriod) {
  return { ...callQuery(statisticsChart, inputOf(period)), refetchInterval: CHART_MS }
}
