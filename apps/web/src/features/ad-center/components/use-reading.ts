import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ReadingSource, TimedReading } from '../api/statistics.ts'

/** Where the figures on screen read from. */
export const ReadingContext = createContext<ReadingSource | null>(null)

/** The source of the figures on screen. */
export function useSource(): ReadingSource {
  const source = useContext(ReadingContext)
  if (!source) throw new Error('A figure is used outside of its reading')
  return source
}

/**
 * What `select` takes from the polled reading, drawn again only when that changes; undefined before the first answer.
 * It has to answer the same for the same reading: a member, not something made anew.
 */
export function useReading<Part>(select: (timed: TimedReading) => Part): Part | undefined {
  const source = useSource()
  return useSyncExternalStore(source.subscribe, () => {
    const timed = source.reading()
    return timed && select(timed)
  })
}

/** Whether the last try to read failed. */
export function useHasFailed(): boolean {
  const source = useSource()
  return useSyncExternalStore(source.subscribe, source.hasFailed)
}

/** Why the server refused to answer; undefined where it did not. */
export function useRefusal(): string | undefined {
  const source = useSource()
  return useSyncExternalStore(source.subscribe, source.refusal)
}
