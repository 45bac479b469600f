import { recentlyUsed } from './recently-used.ts'

const ANSWERS_MAX = 1_000

/** `answer` with a cache of the `answers_max` texts asked for last. */
export function memoized<T>(answer: (text: string) => T, answers_max = ANSWERS_MAX): (text: string) => T {
  // Boxed, because the cache can't hold null and an answer may be null.
  const known = recentlyUsed<string, { answer: T }>(answers_max)
  return (text) => {
    const before = known.get(text)
    if (before) return before.answer
    const fresh = { answer: answer(text) }
    known.set(text, fresh)
    return fresh.answer
  }
}
