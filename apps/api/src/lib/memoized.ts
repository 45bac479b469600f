import { recentlyUsed } from './recently-used.ts'

const ANSWERS_MAX = 1_000

/** `answer`, which keeps what it has answered for the `answers_max` texts asked for last. */
export function memoized<T>(answer: (text: string) => T, answers_max = ANSWERS_MAX): (text: string) => T {
  // In a box, because a cache holds no null, which an answer may be.
  const known = recentlyUsed<string, { answer: T }>(answers_max)
  return (text) => {
    const before = known.get(text)
    if (before) return before.answer
    const fresh = { answer: answer(text) }
    known.set(text, fresh)
    return fresh.answer
  }
}
