import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ReadingSource, TimedReading } from '../api/statistics.ts'

/** The source of the figures on screen. */
export const ReadingContext = createContext<ReadingSource | null>(null)

/** The source of the figures on screen. */
export function useSource(): ReadingSource {
  const source = useContext(ReadingContext)
  if (!source) throw new Error('A figure is used outside of its reading')
  return source
}

/**
 * The part of the polled reading that `select` takes; re-renders only when it changes. Undefined before the first
 * answer. `select` has to return a member, not a new object.
 */
export function useReading<Part>(select: (timed: TimedReading) => Part): Part | undefined {
  const source = useSource()
  return useSyncExternalStore(source.subscribe, () => {
    const timed = source.reading()
    return timed && select(timed)
  })
}

/** Whether the last poll failed. */
export function useHasFailed(): boolean {
  const source = useSource()
  return useSyncExternalStore(source.subscribe, source.hasFailed)
}

/** Why the server refused; undefined if it did not. */
export function useRefusal(): string | undefined {
  const source = useSource()
  return useSyncExternalStore(source.subscribe, source.refusal)
}
