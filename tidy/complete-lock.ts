import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { ROOT } from './run/command.ts'
import { completed, leftOutOf, parseLock, withDigests, withoutDigest } from './run/lock.ts'

const run = promisify(execFile)

/**
 * `npm run lock`, after `npm install` changed the lock: adds the other platforms' packages that npm left out, and the
 * digest of each package that npm did not fetch here, from its publisher's registry.
 */
const path = `${ROOT}package-lock.json`
const before = parseLock(readFileSync(path, 'utf8'))
const lock = completed(before)
const digests = new Map<string, string>()
for (const { name, version } of withoutDigest(lock)) {
  const { stdout } = await run('npm', ['view', `${name}@${version}`, 'dist.integrity', '--json'])
  digests.set(`${name}@${version}`, z.parse(z.string(), JSON.parse(stdout)))
}
writeFileSync(path, `${JSON.stringify(withDigests(lock, digests), null, 2)}\n`)
console.log(`package-lock.json: ${leftOutOf(before).length} optional packages added, ${digests.size} digests`)
