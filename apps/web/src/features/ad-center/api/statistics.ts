import type { OutputOf } from '@adtally/contract/call.ts'
import { STATISTICS_PERIODS, type StatisticsPeriod } from '@adtally/contract/enums.ts'
import { statisticsList } from '@adtally/contract/plans/statistics.ts'
import { CODES } from '@adtally/contract/reasons.ts'
import { notifyManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { requestAnswer } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { timeZoneName } from '../../../lib/device/time-zone.ts'

export type Reading = OutputOf<typeof statisticsList>

/** A reading and the time it was good at: after a 304 the time of that check (PRODUCT §6). */
export interface TimedReading {
  reading: Reading
  /** ISO 8601; text, because the last answers are kept as JSON. */
  as_of: string
}

/** SPEC §9. */
const POLL_MS = 1000

/** A period as it is asked for; of a range its first and last day, such as `2026-11-30`, in the device's zone. */
export interface AskedPeriod {
  period: StatisticsPeriod
  from?: string
  until?: string
}

/** A period as the calls take it. */
export function inputOf({ period, ...days }: AskedPeriod) {
  return { type: STATISTICS_PERIODS[period], user_time_zone: timeZoneName(), ...days }
}

/** One reading of a period. */
export function readingQuery(asked: AskedPeriod) {
  const input = inputOf(asked)
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
  asked: AskedPeriod
  subscribe(listener: () => void): () => void
  /** The last reading; undefined before the first answer. */
  reading(): TimedReading | undefined
  /** Whether the last try failed. */
  hasFailed(): boolean
  /** Why the server said no, in its words; undefined where it did not. */
  refusal(): string | undefined
  reload(): void
}

/**
 * Asks each second while it has readers and the page can be seen, and at once when it is seen again. One observer
 * serves every figure, so that a tick in which nothing changed costs next to nothing.
 */
export function readingSource(client: QueryClient, asked: AskedPeriod): ReadingSource {
  const refusalIn = (error: unknown) => (error instanceof ApiError ? error : undefined)
  const observer = new QueryObserver(
    client,
    client.defaultQueryOptions({
      ...readingQuery(asked),
      staleTime: 0,
      // The next tick is the next try.
      retry: false,
      // Days that can't be asked for are no better a second later.
      refetchInterval: ({ state }: { state: { error: unknown } }) =>
        refusalIn(state.error)?.code === CODES.params_error ? false : POLL_MS,
      refetchIntervalInBackground: false,
      refetchOnWindowFocus: 'always',
      notifyOnChangeProps: ['data', 'isError'],
    }),
  )
  return {
    asked,
    subscribe: (listener) => observer.subscribe(notifyManager.batchCalls(listener)),
    reading: () => observer.getCurrentResult().data,
    hasFailed: () => observer.getCurrentResult().isError,
    refusal: () => refusalIn(observer.getCurrentResult().error)?.message,
    reload: () => void observer.refetch(),
  }
}
