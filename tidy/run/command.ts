import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A command that is part of a check or test run. */
export interface Command {
  name: string
  program: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
  /** `live` passes output through; `kept` returns it. */
  output: 'live' | 'kept'
  timeout_ms: number
}

export interface CommandResult {
  name: string
  /** Exit code 0 within the time limit. */
  succeeded: boolean
  output: string
  duration_ms: number
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
const running = new Set<ChildProcess>()
let is_ending = false

/** Ends the running commands along with this process: each would go on for minutes, with servers of its own. */
function pass(signal: NodeJS.Signals): void {
  is_ending = true
  const ended = [...running].map((child) => once(child, 'close'))
  for (const child of running) child.kill(signal)
  void Promise.all(ended).then(() => process.exit(1))
}

function begin(child: ChildProcess): void {
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, pass)
  running.add(child)
}

function end(child: ChildProcess): void {
  running.delete(child)
  if (running.size === 0) for (const signal of SIGNALS) process.off(signal, pass)
}

/** Runs a command from the root; never throws: failing to start is a failure. Starts nothing once this is ending. */
export function runCommand(command: Command): Promise<CommandResult> {
  if (is_ending) return new Promise(() => {})
  const started_at = performance.now()
  const kept: string[] = []
  const child = spawn(command.program, command.args, {
    cwd: ROOT,
    env: { ...process.env, ...command.env },
    stdio: command.output === 'live' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  })
  begin(child)
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => kept.push(String(chunk)))
  const timer = setTimeout(() => {
    kept.push(`${command.name}: ended after ${command.timeout_ms / 1000} s\n`)
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref()
  }, command.timeout_ms)
  return new Promise((resolve) => {
    const finish = (succeeded: boolean) => {
      clearTimeout(timer)
      end(child)
      const duration_ms = performance.now() - started_at
      resolve({ name: command.name, succeeded, output: kept.join(''), duration_ms })
    }
    child.once('error', (error) => {
      kept.push(`${error.message}\n`)
      finish(false)
    })
    child.once('close', (code) => finish(code === 0))
  })
}

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The path of a dependency's command. */
export function binary(name: string): string {
  return `${ROOT}node_modules/.bin/${name}`
}

const GRACE_MS = 10_000
