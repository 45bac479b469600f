import { spawnSync } from 'node:child_process'

/** Runs a program that a machine is made with, in `cwd`; throws a sentence with what it said if it fails. */
export function mustRun(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`this machine can't be made: ${error?.message ?? stderr.trim()}`)
}
