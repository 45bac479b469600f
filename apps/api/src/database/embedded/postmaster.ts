import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Location } from './location.ts'
import { runAs } from './system-user.ts'

export const SOCKET_PORT = 5432
const LOG_BYTES_MAX = 10_000_000
const STALE_AFTER_MS = 3_000

/** Little memory, full durability (PERFORMANCE: fsync and synchronous_commit on; `ServerCommits` sets the latter). */
function serverSettings(location: Location, durable: boolean): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: asListItem(location.socket_folder),
    port: String(SOCKET_PORT),
    // Test files run in parallel, and some of them are several programs.
    max_connections: durable ? '120' : '400',
    shared_buffers: '64MB',
    work_mem: '4MB',
    maintenance_work_mem: '32MB',
    wal_buffers: '4MB',
    max_wal_size: '1GB',
    min_wal_size: '64MB',
    huge_pages: 'off',
    io_method: 'sync',
    jit: 'off',
    max_worker_processes: '4',
    max_parallel_workers_per_gather: '0',
    autovacuum_worker_slots: '2',
    autovacuum_max_workers: '1',
    autovacuum_naptime: '20s',
    wal_level: 'replica',
    max_wal_senders: '0',
    fsync: durable ? 'on' : 'off',
    ...(!durable && { synchronous_commit: 'off' }),
    full_page_writes: durable ? 'on' : 'off',
    // Keeps statements and their values out of the log (SECURITY).
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_autovacuum_min_duration: '-1',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Quotes an item of PostgreSQL's list of folders, so that a comma in a path does not end it. */
function asListItem(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}

/** Starts a server that survives a Ctrl-C at the terminal, so that the program can shut it down. */
export function spawnPostmaster(binaries: string, location: Location, durable: boolean): ChildProcess {
  const log_path = join(location.home, 'postgres.log')
  if ((statSync(log_path, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES_MAX)
    renameSync(log_path, `${log_path}.1`)
  const log = openSync(log_path, 'a', 0o600)
  try {
    const child = spawn(
      join(binaries, 'postgres'),
      ['-D', location.cluster, ...serverSettings(location, durable)],
      {
        ...runAs(location.user, location.home),
        detached: true,
        stdio: ['ignore', log, log],
      },
    )
    child.on('error', () => {})
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

/** The last lines of the server's log, to explain why it would not start. */
export function lastWords(location: Location): string {
  try {
    return readFileSync(join(location.home, 'postgres.log'), 'utf8').trim().split('\n').slice(-3).join(' ')
  } catch {
    return 'it left no log'
  }
}

/** The current length of the server's log, to tell later messages from earlier ones. */
export function logLength(location: Pick<Location, 'home'>): number {
  return statSync(join(location.home, 'postgres.log'), { throwIfNoEntry: false })?.size ?? 0
}

/** Why the server gave up, by the last such message in its log after `from` bytes; null if there is none. */
export function lastPanic(location: Pick<Location, 'home'>, from: number): string | null {
  try {
    const said = readFileSync(join(location.home, 'postgres.log')).subarray(from).toString('utf8')
    return [...said.matchAll(/^.*\bPANIC: {2}(.+)$/gm)].at(-1)?.[1] ?? null
  } catch {
    return null
  }
}

/** The process id of the server running on this cluster, or null. */
export function runningPostmaster(cluster: string): number | null {
  let pid: number
  try {
    pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return null
  }
  return Number.isInteger(pid) && pid > 1 && isPostmasterOf(pid, cluster) ? pid : null
}

/** Whether `pid` is this cluster's server, by its working folder, and not another process that got its number. */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return false
  }
}

/**
 * Removes the pid file of a server that is gone. PostgreSQL does so itself, unless the number now belongs to another
 * process of the same user or a kill left the file empty.
 */
export function removeStalePidFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid')
  const file = statSync(path, { throwIfNoEntry: false })
  if (!file || runningPostmaster(cluster) !== null) return
  // Another program's server may be writing a file this young.
  if (Date.now() - file.mtimeMs > STALE_AFTER_MS || file.size > 0) rmSync(path, { force: true })
}
