import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Megabytes of a program with its PostgreSQL, counting shared pages once (proportional set size). Linux only. */
export function memoryOf(program_pid: number, data_dir: string): number {
  const postmaster = Number(
    readFileSync(join(data_dir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0],
  )
  const parents = parentsOfAll()
  const isOurs = (pid: number): boolean =>
    pid === program_pid || pid === postmaster || (pid > 1 && isOurs(parents.get(pid) ?? 0))
  const kilobytes = [...parents.keys()]
    .filter(isOurs)
    .reduce((sum, pid) => sum + proportionalKilobytes(pid), 0)
  return kilobytes / 1024
}

function parentsOfAll(): Map<number, number> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(pids.map((pid) => [Number(pid), parentOf(pid)]))
}

function parentOf(pid: string): number {
  return Number(/^PPid:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)
}

function proportionalKilobytes(pid: number): number {
  return Number(/^Pss:\s*(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

/** Empty if the process has exited meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
