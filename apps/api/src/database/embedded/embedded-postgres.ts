import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Connection, connect } from '../connection.ts'
import { anotherSecret } from '../setup/made-with.ts'
import { messageOf, StartError } from '../start-error.ts'
import { runnableBinaries } from './binaries.ts'
import { initialiseCluster, SUPERUSER } from './initialise.ts'
import { type Location, locate, removeSocketFolder } from './location.ts'
import {
  isPostmasterOf,
  lastPanic,
  lastWords,
  logLength,
  removeStalePidFile,
  runningPostmaster,
  SOCKET_PORT,
  spawnPostmaster,
} from './postmaster.ts'
import { serverWords } from './server-words.ts'

const READY_TIMEOUT_MS = 60_000
const POLL_MS = 20
const WATCH_MS = 200
const STOP_TIMEOUT_MS = 20_000

export interface EmbeddedOptions {
  data_dir: string
  superuser_password: string
  /** Fsync; false only in tests. */
  durable: boolean
  /** Called when a dead server was restarted, or could not be. */
  onEvent(event: 'restarted' | 'restart_failed', detail: string): void
}

/** The PostgreSQL of a data folder, kept running while the program runs. */
export interface EmbeddedPostgres {
  /** The superuser's connection to the maintenance database. */
  superuser: Connection
  /** Whether the server was already running, left by a killed program or started by another. */
  adopted: boolean
  /** Why the server gave up since then, in its own words; null if it did not. */
  gaveUp(): string | null
  /** Stops watching; with `end`, also shuts down the server. */
  stop(options: { end: boolean }): Promise<void>
}

/**
 * Adopts the server running on this data folder, or starts one; recovers after either was killed. Restarts a server
 * that dies. Throws `StartError`.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const location = locate(options.data_dir)
  const superuser = {
    host: location.socket_folder,
    port: SOCKET_PORT,
    database: 'postgres',
    user: SUPERUSER,
    password: options.superuser_password,
  }
  const adopted = runningPostmaster(location.cluster) !== null
  const binaries = runnableBinaries(location.user, location.binaries_fallback)
  await initialiseCluster(binaries, location, options.superuser_password)
  const said_before = logLength(location)
  const settings = { binaries, location, superuser, durable: options.durable }
  let pid = await ensureRunning({ ...settings, onRefused: (started) => endRefused(started, location) })
  const stopping = new AbortController()
  const watching = watch()

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await wait(WATCH_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted || isPostmasterOf(pid, location.cluster)) continue
      try {
        // Existing logins keep working even if the superuser is refused.
        pid = await ensureRunning({ ...settings, onRefused: async () => {} })
        options.onEvent('restarted', `process ${pid}`)
      } catch (error) {
        options.onEvent('restart_failed', messageOf(error))
      }
    }
  }

  return {
    superuser,
    adopted,
    gaveUp: () => lastPanic(location, said_before),
    async stop({ end }) {
      stopping.abort()
      await watching
      if (!end) return
      await endPostmaster(pid, location.cluster)
      removeSocketFolder(location)
    },
  }
}

interface Ensuring {
  binaries: string
  location: Location
  superuser: Connection
  durable: boolean
  /** Called for a server started here that refuses the superuser's password. */
  onRefused(started: number): Promise<void>
}

/** A server that takes too long to recover keeps running, so that the next start finds it further along. */
async function ensureRunning(ensuring: Ensuring): Promise<number> {
  const { binaries, location, superuser, durable, onRefused } = ensuring
  const deadline = Date.now() + READY_TIMEOUT_MS
  let problem = ''
  while (Date.now() < deadline) {
    removeStalePidFile(location.cluster)
    const child =
      runningPostmaster(location.cluster) === null ? spawnPostmaster(binaries, location, durable) : null
    const has_exited = () =>
      child
        ? child.exitCode !== null || child.signalCode !== null
        : runningPostmaster(location.cluster) === null
    while (!has_exited() && Date.now() < deadline) {
      const answer = await tryToConnect(superuser)
      const pid = runningPostmaster(location.cluster)
      if (answer === null && pid !== null) return pid
      if (answer?.startsWith('password authentication failed')) {
        if (child?.pid !== undefined) await onRefused(child.pid)
        throw anotherSecret(`The PostgreSQL data in ${location.home}`)
      }
      await wait(POLL_MS)
    }
    problem = lastWords(location)
    // A killed server's last processes may still hold its memory, or another program was faster; retry.
    if (!/shared memory block|lock file|could not lock/.test(problem)) break
    await wait(POLL_MS * 5)
  }
  throw new StartError(
    `PostgreSQL did not start in ${location.home}: ${serverWords(problem || 'it says nothing')}.`,
  )
}

async function tryToConnect(superuser: Connection): Promise<string | null> {
  let client: Client | undefined
  try {
    client = await connect(superuser)
    return null
  } catch (error) {
    return messageOf(error)
  } finally {
    await client?.end()
  }
}

async function endRefused(started: number, location: Location): Promise<void> {
  await endPostmaster(started, location.cluster)
  // Another program may have been faster and its server be the one that answered.
  if (runningPostmaster(location.cluster) === null) removeSocketFolder(location)
}

/** Fast shutdown: rolls back open transactions and writes everything. */
async function endPostmaster(pid: number, cluster: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isPostmasterOf(pid, cluster)) return
    process.kill(pid, signal)
    const deadline = Date.now() + STOP_TIMEOUT_MS
    while (isPostmasterOf(pid, cluster) && Date.now() < deadline) await wait(POLL_MS)
  }
}
