import { leftOutOf, parseLock, withoutDigest, withoutPartFor } from '../run/lock.ts'
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

/** Whoever the packages come from, they are those that were locked. */
export const lockFixesEveryByte: Rule = (tree) =>
  withoutDigest(parseLock(tree.get(PATH)?.text ?? '{"packages":{}}')).map(({ name, version }) => ({
    path: PATH,
    message: `has no digest of ${name} ${version}: run \`npm run lock\``,
  }))

/** Where the README's commands work. */
const PLATFORMS = ['linux', 'darwin'].flatMap((os) => ['x64', 'arm64'].map((cpu) => ({ os, cpu })))

/** What needs a native part has it for Linux and macOS, on both of their processors. */
export const lockServesEveryPlatform: Rule = (tree) => {
  const lock = parseLock(tree.get(PATH)?.text ?? '{"packages":{}}')
  return PLATFORMS.flatMap((platform) =>
    withoutPartFor(lock, platform).map((path) => ({
      path: PATH,
      message: `${path} has no part for ${platform.os} on ${platform.cpu}`,
    })),
  )
}
