import { leftOutOf, parseLock, withoutDigest, withoutPartFor } from '../run/lock.ts'
import type { Rule } from '../tree.ts'

const PATH = 'package-lock.json'

/** The lock lists every optional package, including other platforms'; otherwise `npm ci` refuses it. */
export const lockIsComplete: Rule = (tree) => {
  const lock = tree.get(PATH)
  if (!lock) return [{ path: PATH, message: 'is missing' }]
  return leftOutOf(parseLock(lock.text)).map(({ path, version }) => ({
    path: PATH,
    message: `leaves out ${path} ${version}: run \`npm run lock\``,
  }))
}

/** Every package has a digest, so that it is the locked one wherever it comes from. */
export const lockFixesEveryByte: Rule = (tree) =>
  withoutDigest(parseLock(tree.get(PATH)?.text ?? '{"packages":{}}')).map(({ name, version }) => ({
    path: PATH,
    message: `has no digest of ${name} ${version}: run \`npm run lock\``,
  }))

/** The platforms of the README's commands. */
const PLATFORMS = ['linux', 'darwin'].flatMap((os) => ['x64', 'arm64'].map((cpu) => ({ os, cpu })))

/** Packages with native parts have them for Linux and macOS, on both processors. */
export const lockServesEveryPlatform: Rule = (tree) => {
  const lock = parseLock(tree.get(PATH)?.text ?? '{"packages":{}}')
  return PLATFORMS.flatMap((platform) =>
    withoutPartFor(lock, platform).map((path) => ({
      path: PATH,
      message: `${path} has no part for ${platform.os} on ${platform.cpu}`,
    })),
  )
}
