import { leftOutOf, parseLock } from '../run/lock.ts'
import type { Rule } from '../tree.ts'

const PATH = 'package-lock.json'

/** The lock names every optional package, those of other platforms too; otherwise `npm ci` refuses it. */
export const lockIsComplete: Rule = (tree) => {
  const lock = tree.get(PATH)
  if (!lock) return [{ path: PATH, message: 'is missing' }]
  return leftOutOf(parseLock(lock.text)).map(({ path, version }) => ({
    path: PATH,
    message: `leaves out ${path} ${version}: run \`npm run lock\``,
  }))
}
