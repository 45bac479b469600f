// Loaded before the tests, whose tools misread some characters of a path.
import { fileURLToPath } from 'node:url'
import { misreadLetter } from '../apps/api/src/server/http/misread-path.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const letter = misreadLetter(root, 'tests')
if (letter !== null) {
  console.error(
    `The tests can't run in ${root}: Vite and vitest misread the ${letter} in its path; move the checkout to one without it.`,
  )
  process.exit(1)
}
