import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { lockFolder, type Unlock } from '../../database/embedded/data-folder-lock.ts'
import { StartError } from '../../database/start-error.ts'
import { NO_PROGRESS } from '../../progress.ts'
import type { Role } from '../../settings.ts'
import { misreadLetter } from '../http/misread-path.ts'

/** The folders of the clients' sources. */
const WEB = fileURLToPath(new URL('../../../../web', import.meta.url))
const CONSOLE = fileURLToPath(new URL('../../../../console', import.meta.url))
const PARTNERS = join(CONSOLE, 'partners')
const PACKAGES = fileURLToPath(new URL('../../../../../packages', import.meta.url))
/** Where a client's sources are that lie outside its own folder. */
const SOURCES: Readonly<Record<string, string>> = { [PARTNERS]: CONSOLE }
const NEVER_SOURCES = /^(node_modules|dist(\.next.*)?)$/
const DRAFT = /^dist\.next/
const LOOK_AGAIN_MS = 100

/** The clients that a program of these roles serves. */
export function appsOf(roles: readonly Role[]): string[] {
  return [...(roles.includes('api') ? [WEB, PARTNERS] : []), ...(roles.includes('office') ? [CONSOLE] : [])]
}

/**
 * Builds those of the clients whose build is missing or older than their sources, at once; does nothing if sources or build
 * tools are missing. Builds aside and moves the result into place, so that a kill half-way keeps the old build; of
 * programs that start at once, one builds and the others wait. Throws `StartError` with the build's output.
 */
export async function buildAppsIfOlder(
  apps = [WEB, CONSOLE, PARTNERS],
  progress = NO_PROGRESS,
): Promise<void> {
  const vite = findVite()
  const older = apps.filter((app) => canBuildIn(app) && !isBuilt(app))
  if (vite === null || older.length === 0) return
  await progress.during('building what browsers load', async () => {
    await Promise.all(older.map((app) => buildInTurn(vite, app)))
  })
}

async function buildInTurn(vite: string, app: string): Promise<void> {
  const unlock = await turnToBuild(app)
  try {
    if (!isBuilt(app)) await build(vite, app)
  } finally {
    await unlock()
  }
}

/** Throws `StartError` if a client needs a build that its folder's path makes impossible. Builds nothing. */
export function checkAppPaths(apps = [WEB, CONSOLE, PARTNERS]): void {
  for (const app of apps) {
    const letter = misreadLetter(app, 'build')
    if (letter === null || findVite() === null || !canBuildIn(app) || isBuilt(app)) continue
    throw new StartError(
      `What browsers load can't be built in ${app}: Vite misreads the ${letter} in its path; move the checkout to one without it.`,
    )
  }
}

function findVite(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js')
  } catch {
    return null
  }
}

function canBuildIn(web: string): boolean {
  try {
    accessSync(web, constants.W_OK)
    return existsSync(join(web, 'index.html'))
  } catch {
    return false
  }
}

function isBuilt(web: string): boolean {
  const built_ms = statSync(join(web, 'dist', 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return built_ms > Math.max(newestIn(SOURCES[web] ?? web), newestIn(PACKAGES))
}

async function turnToBuild(web: string): Promise<Unlock> {
  for (;;) {
    const unlock = await lockFolder(web)
    if (unlock) return unlock
    await wait(LOOK_AGAIN_MS)
  }
}

async function build(vite: string, web: string): Promise<void> {
  for (const name of readdirSync(web)) if (DRAFT.test(name)) rmSync(join(web, name), { recursive: true })
  // Named by process, for systems without locks.
  const next = join(web, `dist.next.${process.pid}`)
  const child = spawn(
    process.execPath,
    [vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'error'],
    // Else whatever the environment says of this program would decide how heavy what browsers load is.
    { cwd: web, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, NODE_ENV: 'production' } },
  )
  const problem = await untilClosed(child)
  if (child.exitCode !== 0)
    throw new StartError(`What browsers load could not be built in ${web}: ${problem}`)
  // Moved away before it is removed: a program that serves it meanwhile may still be compressing its files.
  const old = `${next}.old`
  if (existsSync(join(web, 'dist'))) renameSync(join(web, 'dist'), old)
  renameSync(next, join(web, 'dist'))
  rmSync(old, { recursive: true, force: true, maxRetries: 3 })
}

/** The child's output; the child is killed if the program ends first. */
async function untilClosed(child: ChildProcess): Promise<string> {
  const end = () => child.kill()
  process.once('exit', end)
  const said = child.stderr ? text(child.stderr) : ''
  const [problem] = await Promise.all([said, once(child, 'close')])
  process.removeListener('exit', end)
  return problem.trim()
}

function newestIn(folder: string): number {
  let newest_ms = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (NEVER_SOURCES.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const inner_ms = entry.isDirectory() ? newestIn(path) : 0
    // A folder changes as a source in it is removed; a client's own folder also does by its build.
    const is_client = entry.isDirectory() && existsSync(join(path, 'index.html'))
    newest_ms = Math.max(newest_ms, is_client ? 0 : statSync(path).mtimeMs, inner_ms)
  }
  return newest_ms
}
