/** Vite ends a file's name at `#` and `?`; workbox and Vite put paths between quotes. */
const BY_BUILD = '#?\'"\\\n'
/** In tests, Vite also decodes `%`, and vitest finds files by glob patterns. */
const BY_TESTS = `${BY_BUILD}%\`*`

/** The first character of an absolute path that the build, or the test runner, misreads; null if there is none. */
export function misreadLetter(path: string, by: 'build' | 'tests'): string | null {
  const letters = by === 'build' ? BY_BUILD : BY_TESTS
  return [...path].find((letter) => letters.includes(letter)) ?? null
}
