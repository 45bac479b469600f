import type { OutputOf } from '@adtally/contract/call.ts'
import { STATISTICS_PERIODS, type StatisticsPeriod } from '@adtally/contract/enums.ts'
import { statisticsChart, statisticsList } from '@adtally/contract/statistics.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
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

function readingQuery(period: StatisticsPeriod) {
  const input = inputOf(period)
  return queryOptions({
    queryKey: [statisticsList.name, input] as const,
    queryFn: async ({ signal }): Promise<TimedReading> => {
      // An unchanged reading costs a 304: the browser's cache sends the ETag and answers from what it has.
      const { data, answered_at } = await requestAnswer(statisticsList, input, { signal })
      return { reading: data, as_of: answered_at.toISOString() }
    },
    staleTime: 0,
    // The next tick is the next try.
    retry: false,
  })
}

/**
 * Asks each second while the page can be seen, and at once when it is seen again; draws nothing itself, so that a
 * tick costs only the figures that changed.
 */
export function useReadingPoll(period: StatisticsPeriod): void {
  useQuery({
    ...readingQuery(period),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    notifyOnChangeProps: [],
  })
}

/** What `select` takes from the polled reading, drawn again when that changes; undefined before the first answer. */
export function useReading<Part>(
  period: StatisticsPeriod,
  select: (timed: TimedReading) => Part,
): Part | undefined {
  return useQuery({ ...readingQuery(period), enabled: false, select, notifyOnChangeProps: ['data'] }).data
}

/** How the poll is: `failed` while the last try failed, and how to try again. */
export function useReadingState(period: StatisticsPeriod) {
  return useQuery({
    ...readingQuery(period),
    enabled: false,
    select: () => true,
    notifyOnChangeProps: ['data', 'isError'],
  })
}

/** Spend and revenue over the period, read less often than the figures, which end its lines anyway. */
export function chartQuery(period: StatisticsPeriod) {
  return { ...callQuery(statisticsChart, inputOf(period)), refetchInterval: CHART_MS }
}
