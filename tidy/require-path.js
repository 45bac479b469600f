// Loaded before the tests: what they are run with takes some letters of a path for something else.
import { fileURLToPath } from 'node:url'

/** Vite reads `#` and `?` as the end of a file's name and `%` as an escape, and quotes paths by `'` and `"`. */
const MISREAD = /[#?%'"\\`*\n]/

const root = fileURLToPath(new URL('..', import.meta.url))
const [letter] = MISREAD.exec(root) ?? []
if (letter !== undefined) {
  console.error(
    `The tests can't run in ${root}: Vite and vitest misread the ${letter} in its path; move the checkout to one without it.`,
  )
  process.exit(1)
}
