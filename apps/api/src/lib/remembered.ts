const CACHE_MAX = 1_000

/** Remembers answers for texts that come again and again; forgets all when a flood of others fills it. */
export function remembered<T>(answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const result = answer(text)
    if (known.size >= CACHE_MAX) known.clear()
    known.set(text, result)
    return result
  }
}
