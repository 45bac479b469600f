/** Vite takes what follows `#` and `?` for no part of a file's name; workbox and Vite write paths between quotes. */
const BY_BUILD = '#?\'"\\\n'
/** In the tests Vite also reads `%` as an escape, and vitest looks files up by patterns. */
const BY_TESTS = `${BY_BUILD}%\`*`

/** The first letter of an absolute path that what builds the app, or what runs the tests, takes for something else; null without one. */
export function misreadLetter(path: string, by: 'build' | 'tests'): string | null {
  const letters = by === 'build' ? BY_BUILD : BY_TESTS
  return [...path].find((letter) => letters.includes(letter)) ?? null
}
