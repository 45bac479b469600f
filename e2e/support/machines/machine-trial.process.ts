import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { signInByApi } from '../sign-in.ts'

/**
 * Runs inside a machine (`machine.ts`), in a checkout there: the README's commands as its user would type them. Each
 * argument is a part of the trial. Prints `passed` last, or says why not and exits with 1.
 */
const CHECKOUT = process.cwd()
const DATA_DIR = process.env.DATA_DIR ?? join(CHECKOUT, 'data')
const READY = /^ready http\S+$/m
const POLL_MS = 50
const LIMIT_MS = 150_000
const LAST_WORDS = 1_500

const signIn = z.object({ username: z.string(), password: z.string() })
const demoFile = z.object({
  url: z.string(),
  customers: z.array(signIn),
  staff: z.array(signIn),
})

/** Short ones of those on PostgreSQL, which tell of sessions, logins and time zones. */
const ON_POSTGRES = ['process-roles', 'session-zone'].map(
  (name) => `apps/api/src/database/setup/${name}.test.ts`,
)

/** Sample tests, one of each kind; the download is a test through the running program, too. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  types: ['npm', 'run', '--silent', 'types'],
  tidy: ['npx', 'vitest', 'run', '--project', 'tidy', 'tidy/run/lock.test.ts'],
  api: ['npx', 'vitest', 'run', '--project', 'api', ...ON_POSTGRES],
  component: ['npx', 'vitest', 'run', '--project', 'browser', 'packages/ui/src/button.test.tsx'],
  download: ['npx', 'playwright', 'test', 'e2e/contract.spec.ts', '--grep', 'a statement is saved'],
  build: ['npm', 'run', '--silent', 'build'],
}

interface Ended {
  code: number | null
  output: string
  /** The part that came on standard error. */
  errors: string
}

/** Starts a command in the checkout in its own process group, as a terminal does. */
function start(command: readonly string[]) {
  const [program = '', ...rest] = command
  const child = spawn(program, rest, { cwd: CHECKOUT, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: string[] = []
  const errors: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(String(chunk)))
  child.stderr.on('data', (chunk) => errors.push(String(chunk)))
  return { child, output: () => printed.join(''), errors: () => errors.join('') }
}

async function runToEnd(command: readonly string[]): Promise<Ended> {
  const { child, output, errors } = start(command)
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), LIMIT_MS)
  await once(child, 'close')
  clearTimeout(timer)
  return { code: child.exitCode, output: output(), errors: errors() }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // It has exited meanwhile.
  }
}

/** `npm run demo`: ready, its page, a sign-in, the ledger's sum, Ctrl-C, and nothing left running. */
async function demo(meanwhile = () => visit()): Promise<void> {
  const { child, output } = start(['npm', 'run', 'demo'])
  try {
    const deadline = Date.now() + LIMIT_MS
    while (!READY.test(output()) && child.exitCode === null && Date.now() < deadline) await wait(POLL_MS)
    if (!READY.test(output())) throw new Error(`the demo was not ready: ${lastOf(output())}`)
    await meanwhile()
  } finally {
    signalGroup(child, 'SIGINT')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  const left = [CHECKOUT, DATA_DIR, ...locations()].flatMap(processesOf)
  if (left.length > 0) throw new Error(`still running after Ctrl-C: ${left.join(', ')}`)
}

function demoFileOf(data_dir: string): z.infer<typeof demoFile> {
  return z.parse(demoFile, JSON.parse(readFileSync(join(data_dir, 'demo.json'), 'utf8')))
}

async function visit(data_dir = DATA_DIR): Promise<void> {
  const { url, customers, staff } = demoFileOf(data_dir)
  const page = await (await fetch(url)).text()
  if (!page.includes('<script')) throw new Error(`${url} is not the customer's app`)
  const [customer] = customers
  const [clerk] = staff
  if (!customer || !clerk) throw new Error('the demo has no customer, or no staff')
  await signInByApi(url, customer)
  const verb = ['operator', '--', 'ledger-verify', '--as', clerk.username, '--password', clerk.password]
  const verified = await runToEnd(['env', `DATA_DIR=${data_dir}`, 'npm', 'run', '--silent', ...verb])
  if (verified.code !== 0 || !verified.output.includes('"identical": true'))
    throw new Error(`the ledger does not verify: ${lastOf(verified.output)}`)
}

/** A second demo beside the first: a sentence on its data or its port, and ready on others. */
async function beside(): Promise<void> {
  await demo(async () => {
    const port = new URL(demoFileOf(DATA_DIR).url).port
    const other = join(CHECKOUT, 'other-data')
    await refusal(['npm', 'run', 'demo'], 'Another program is running on the data folder')
    await refusal(['env', `PORT=${port}`, `DATA_DIR=${other}`, 'npm', 'run', 'demo'], `Port ${port} of`)
    const second = start(['env', `DATA_DIR=${other}`, 'npm', 'run', 'demo'])
    try {
      while (!READY.test(second.output()) && second.child.exitCode === null) await wait(POLL_MS)
      if (!READY.test(second.output())) throw new Error(`the second demo: ${lastOf(second.output())}`)
      await visit(other)
      await visit()
    } finally {
      signalGroup(second.child, 'SIGINT')
      if (second.child.exitCode === null && second.child.signalCode === null) await once(second.child, 'exit')
    }
  })
}

/** Where the server's data is outside the data folder, if so. */
function locations(): string[] {
  const pointer = join(DATA_DIR, 'postgres-location')
  return existsSync(pointer) ? [readFileSync(pointer, 'utf8').trim()] : []
}

/** Processes of a checkout, except this one and its ancestors. */
function processesOf(checkout: string): string[] {
  if (!existsSync('/proc/self')) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && pid !== process.ppid)
    .filter((pid) => isWithin(pid, checkout))
    .map((pid) => commandOf(pid))
}

function isWithin(pid: number, checkout: string): boolean {
  try {
    return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${checkout}/`)
  } catch {
    return false
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return `process ${pid}`
  }
}

/** A command that can't work here says why in one line of standard error and exits with 1. */
async function refusal(command: readonly string[], expected: string): Promise<void> {
  const started_at = performance.now()
  const { code, output, errors } = await runToEnd(command)
  const said = errors.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('npm '))
  const seconds = (performance.now() - started_at) / 1000
  if (code !== 1) throw new Error(`${command.join(' ')} ended with code ${code}: ${lastOf(output)}`)
  if (said.length !== 1 || !said[0]?.includes(expected))
    throw new Error(`not one sentence with "${expected}" after ${seconds.toFixed(0)} s: ${lastOf(output)}`)
}

function lastOf(output: string): string {
  return output.trim().slice(-LAST_WORDS)
}

function splitAtFirst(name: string): [string, string] {
  const cut = name.indexOf('=')
  return cut === -1 ? [name, ''] : [name.slice(0, cut), name.slice(cut + 1)]
}

async function part(name: string): Promise<void> {
  if (name === 'demo') return await demo()
  if (name === 'beside') return await beside()
  const [word, expected] = splitAtFirst(name)
  if (word === 'do' && expected) {
    const { code, output } = await runToEnd(['/bin/sh', '-c', expected])
    if (code !== 0) throw new Error(lastOf(output))
    return
  }
  if (word === 'refuses-demo' && expected) return await refusal(['npm', 'run', 'demo'], expected)
  if (word === 'refuses-test' && expected) return await refusal(['npm', 'test'], expected)
  const command = SAMPLES[name]
  if (!command) throw new Error(`there is no part ${name}`)
  const { code, output } = await runToEnd(command)
  if (code !== 0) throw new Error(`${name} ended with code ${code}: ${lastOf(output)}`)
}

try {
  const took: string[] = []
  for (const name of process.argv.slice(2)) {
    const started_at = performance.now()
    await part(name).catch((error: unknown) => {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    })
    took.push(`${name} ${((performance.now() - started_at) / 1000).toFixed(1)} s`)
  }
  console.log(took.join(', '))
  console.log('passed')
} catch (error) {
  console.log(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
