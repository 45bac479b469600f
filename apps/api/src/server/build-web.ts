import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { StartError } from '../database/start-error.ts'
import { WEB_DIST } from './app-shell.ts'

const WEB = fileURLToPath(new URL('../../../web', import.meta.url))
const PACKAGES = fileURLToPath(new URL('../../../../packages', import.meta.url))
const NEVER_SOURCES = new Set(['node_modules', 'dist', 'dist.next'])

/**
 * Builds the customer app where there is no build or one older than its sources. Built aside and moved into place,
 * so that a kill half-way leaves the build before it. Throws `StartError` with what the build said.
 */
export async function buildWebIfOlder(): Promise<void> {
  const built_ms = statSync(join(WEB_DIST, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (built_ms > Math.max(newestIn(WEB), newestIn(PACKAGES))) return
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js')
  const next = `${WEB_DIST}.next`
  const build = spawn(
    process.execPath,
    [vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'error'],
    {
      cwd: WEB,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const [problem] = await Promise.all([text(build.stderr), once(build, 'close')])
  if (build.exitCode !== 0) throw new StartError(`The customer app could not be built: ${problem.trim()}`)
  if (existsSync(WEB_DIST)) rmSync(WEB_DIST, { recursive: true })
  renameSync(next, WEB_DIST)
}

/** When anything under a folder was last changed, added or removed, in ms. */
function newestIn(folder: string): number {
  let newest_ms = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (NEVER_SOURCES.has(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const inner_ms = entry.isDirectory() ? newestIn(path) : 0
    newest_ms = Math.max(newest_ms, statSync(path).mtimeMs, inner_ms)
  }
  return newest_ms
}
