import { ApiError } from '@adtally/client/api-error.ts'
import type { OutputOf } from '@adtally/contract/call.ts'
import { STATISTICS_PERIODS, type StatisticsPeriod } from '@adtally/contract/enums.ts'
import { statisticsList } from '@adtally/contract/plans/statistics.ts'
import { CODES } from '@adtally/contract/reasons.ts'
import { notifyManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { requestAnswer } from '../../../lib/api.ts'
import { timeZoneName } from '../../../lib/device/time-zone.ts'

export type Reading = OutputOf<typeof statisticsList>

/** A reading and when it was valid: after a 304, the time of that check (PRODUCT §6). */
export interface TimedReading {
  reading: Reading
  /** ISO 8601; text, because the last answers are stored as JSON. */
  as_of: string
}

/** SPEC §9. */
const POLL_MS = 1000

/** A period to ask for; a range has its first and last day, such as `2026-11-30`, in the device's zone. */
export interface AskedPeriod {
  period: StatisticsPeriod
  from?: string
  until?: string
}

/** A period as the calls' input. */
export function inputOf({ period, ...days }: AskedPeriod) {
  return { type: STATISTICS_PERIODS[period], user_time_zone: timeZoneName(), ...days }
}

/** Query options of a period's reading. */
export function readingQuery(asked: AskedPeriod) {
  const input = inputOf(asked)
  return {
    queryKey: [statisticsList.name, input],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TimedReading> => {
      // An unchanged reading costs a 304: the browser's cache sends the ETag and supplies the body.
      const { data, answered_at } = await requestAnswer(statisticsList, input, { signal })
      return { reading: data, as_of: answered_at.toISOString() }
    },
  }
}

/** A period's polled reading, shared by all that show it. */
export interface ReadingSource {
  asked: AskedPeriod
  subscribe(listener: () => void): () => void
  /** Undefined before the first answer. */
  reading(): TimedReading | undefined
  /** Whether the last try failed. */
  hasFailed(): boolean
  /** The server's message if it refused; else undefined. */
  refusal(): string | undefined
  reload(): void
}

/**
 * Polls each second while it has listeners and the page is visible, and at once when it becomes visible. One observer
 * serves every figure, so that a tick without changes costs next to nothing.
 */
export function readingSource(client: QueryClient, asked: AskedPeriod): ReadingSource {
  const refusalIn = (error: unknown) => (error instanceof ApiError ? error : undefined)
  const observer = new QueryObserver(
    client,
    client.defaultQueryOptions({
      ...readingQuery(asked),
      staleTime: 0,
      // The next tick is the retry.
      retry: false,
      // A refused range of days is refused again a second later.
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
