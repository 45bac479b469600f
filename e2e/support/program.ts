import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

const READY_TIMEOUT_MS = 240_000
const STOP_TIMEOUT_MS = 30_000
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A program of this repository, running on its own port and data folder. */
export interface Program {
  /** Its address, without a trailing slash. */
  url: string
  data_dir: string
  pid: number
  /** Its output so far. */
  output(): string
  /** Ends it as Ctrl-C does, waits for its exit and removes the data folder unless `keep_data`. */
  stop(options?: { keep_data?: boolean }): Promise<void>
}

const demoCustomer = z.object({
  username: z.string(),
  password: z.string(),
  transaction_password: z.string(),
})

/** What `npm run demo` writes to `demo.json` for scripts; the first customer has a plan, the second follows. */
export const demoFile = z.object({
  url: z.string(),
  publisher_page: z.string(),
  bank_page: z.string(),
  mail_page: z.nullable(z.string()),
  truth_page: z.string(),
  customers: z.tuple([demoCustomer, demoCustomer], demoCustomer),
  staff: z.array(z.looseObject({ username: z.string(), password: z.string() })),
  licence_codes: z.array(z.string()),
})

export type DemoFile = z.infer<typeof demoFile>

/** For a demo without its own visits, which take part of a processor. */
export const NOBODY_VISITS = { DEMO_TRAFFIC: 'off' } as const

/** Starts `npm run demo`, by default without a past and an automatic office; resolves with `demo.json` when ready. */
export async function startDemo(
  options: { data_dir?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Program & { demo: DemoFile }> {
  const env = { DEMO_WEEKS: '0', DEMO_OFFICE: 'by_hand', ...options.env }
  const program = await startProgram('apps/api/src/demo.ts', { ...options, env })
  try {
    const demo = demoFile.parse(JSON.parse(readFileSync(join(program.data_dir, 'demo.json'), 'utf8')))
    return { ...program, demo }
  } catch (error) {
    await program.stop()
    throw error
  }
}

/**
 * Starts an entry file of the program with `PORT=0`, by default in a temporary data folder; resolves once it printed
 * `ready <url>`. Throws its output if it ends or stays silent.
 */
export async function startProgram(
  entry: string,
  options: { data_dir?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Program> {
  const data_dir = options.data_dir ?? temporaryFolder()
  const child = spawn(process.execPath, [join(ROOT, entry)], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', DATA_DIR: data_dir, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(String(chunk)))
  const output = () => printed.join('')
  const stop = async ({ keep_data = false } = {}) => {
    await end(child)
    // What the database's last process still writes goes at the next try.
    if (!keep_data) rmSync(data_dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  try {
    const url = await readyUrl(child, output)
    return { url, data_dir, pid: child.pid ?? 0, output, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A temporary folder that PostgreSQL's user can reach. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adtally-run-'))
  chmodSync(folder, 0o755)
  return folder
}

function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`the program ${what}:\n${output()}`))
    const timer = setTimeout(() => fail(`was not ready after ${READY_TIMEOUT_MS / 1000} s`), READY_TIMEOUT_MS)
    child.stdout?.on('data', () => {
      const url = /^ready (http\S+)$/m.exec(output())?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url.replace(/\/$/, ''))
    })
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with code ${code} before it was ready`)
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await gone
  clearTimeout(timer)
}
