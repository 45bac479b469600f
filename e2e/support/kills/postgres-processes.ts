import { readdirSync, readFileSync } from 'node:fs'
import { locate } from '../../../apps/api/src/database/embedded/location.ts'
import { runningPostmaster } from '../../../apps/api/src/database/embedded/postmaster.ts'

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

/** `kill -9` of a data folder's PostgreSQL, with all its processes at once. Throws if none runs. */
export function killPostgres(data_dir: string): void {
  const { cluster } = locate(data_dir)
  const postmaster = runningPostmaster(cluster)
  if (postmaster === null) throw new Error(`no PostgreSQL runs on ${data_dir}`)
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const children = pids.filter((pid) => parentOf(pid) === postmaster)
  for (const pid of [postmaster, ...children]) killIfThere(pid)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It exited between the look and the kill.
  }
}
