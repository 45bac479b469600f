import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Connection, connect } from '../../../apps/api/src/database/connection.ts'
import { runAs, userForPostgres } from '../../../apps/api/src/database/embedded/system-user.ts'

/** Where Debian's packages put each version's programs. */
const INSTALLED = '/usr/lib/postgresql'
const READY_TIMEOUT_MS = 60_000
const LOOK_AGAIN_MS = 50

/** A server of an installed version, in its own folder. */
export interface InstalledPostgres {
  superuser: Connection
  /** Stops it and waits for its end. */
  stop(): Promise<void>
}

/** The programs of an installed PostgreSQL older than `version`; null if there is none. */
export function olderThan(version: number): string | null {
  if (!existsSync(INSTALLED)) return null
  const found = readdirSync(INSTALLED)
    .filter((name) => Number.parseFloat(name) < version)
    .map((name) => join(INSTALLED, name, 'bin'))
    .filter((bin) => existsSync(join(bin, 'postgres')))
  return found.sort().at(-1) ?? null
}

/** Runs a new cluster below `folder`, not as root, on a socket, without durability. Throws PostgreSQL's output. */
export async function startInstalled(bin: string, folder: string): Promise<InstalledPostgres> {
  const home = join(folder, 'installed-postgres')
  mkdirSync(home, { mode: 0o700 })
  const user = userForPostgres(home)
  if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid)
  const cluster = join(home, 'cluster')
  const made = spawnSync(
    join(bin, 'initdb'),
    ['--pgdata', cluster, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'],
    { ...runAs(user, home), encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`no cluster could be made: ${made.stderr || made.error?.message}`)
  const settings = ['listen_addresses=', `unix_socket_directories=${home}`, 'fsync=off', 'autovacuum=off']
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
    { ...runAs(user, home), stdio: 'ignore' },
  )
  const gone = once(server, 'exit')
  const superuser = { host: home, port: 5432, database: 'postgres', user: 'postgres', password: '' }
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGINT')
    await gone
  }
  try {
    await untilItAnswers(superuser, () => server.exitCode !== null)
    return { superuser, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilItAnswers(superuser: Connection, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  for (;;) {
    try {
      await (await connect(superuser)).end()
      return
    } catch (error) {
      if (hasEnded() || Date.now() > deadline) throw error
    }
    await wait(LOOK_AGAIN_MS)
  }
}
