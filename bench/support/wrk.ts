import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { debianTool } from './debian-tool.ts'

/** Why a row is not run if `findWrk` returns null. */
export const WRK_MISSING = 'wrk is not installed (on Debian: wrk)'

export interface WrkRun {
  url: string
  /** Defines each request; a constant one, because Lua would slow the load. */
  script: URL
  connections: number
  duration_ms: number
}

export interface WrkFigures {
  requests: number
  per_second: number
  p99_ms: number
}

/** The path of wrk; null if it is missing and may not be installed. */
export function findWrk(): Promise<string | null> {
  return debianTool('wrk', ['/usr/bin/wrk'])
}

/** Loads a URL for whole seconds. Throws if a request failed or got a status other than 2xx. */
export async function runWrk(wrk: string, run: WrkRun): Promise<WrkFigures> {
  const args = ['--threads', '1', '--connections', String(run.connections), '--latency']
  const seconds = Math.max(1, Math.round(run.duration_ms / 1_000))
  const child = spawn(wrk, [
    ...args,
    ...['--duration', `${seconds}s`, '--script', fileURLToPath(run.script), run.url],
  ])
  const exit = Promise.withResolvers<number | null>()
  child.once('error', exit.reject)
  child.once('close', exit.resolve)
  const [printed, problem, code] = await Promise.all([text(child.stdout), text(child.stderr), exit.promise])
  if (code !== 0) throw new Error(`wrk ended with code ${code}: ${problem}`)
  return readFigures(printed)
}

const UNITS_MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 }

/** Parses wrk's output. Throws if requests failed or a figure is missing. */
export function readFigures(printed: string): WrkFigures {
  const failed = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(printed)
  if (failed) throw new Error(`wrk: ${failed[0]}`)
  const [, requests] = /(\d+) requests in /.exec(printed) ?? []
  const [, per_second] = /Requests\/sec: +([\d.]+)/.exec(printed) ?? []
  const [, p99, unit = ''] = /99% +([\d.]+)(us|ms|s)/.exec(printed) ?? []
  const figures = {
    requests: Number(requests),
    per_second: Number(per_second),
    p99_ms: Number(p99) * (UNITS_MS[unit] ?? Number.NaN),
  }
  if (Object.values(figures).some(Number.isNaN)) throw new Error(`wrk printed no figures: ${printed}`)
  return figures
}
