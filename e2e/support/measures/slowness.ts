import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What the work takes, twice side by side, on two quiet processors on which the limits of time were seen to hold. */
const QUIET_MS = 1250

const work = fileURLToPath(new URL('./fixed-work.process.ts', import.meta.url))

/**
 * How many times longer than on two quiet processors a fixed piece of work takes now, of the kinds that a start is made
 * of: 1 or more, so that a limit of time times this says something of the program and not of its neighbours.
 */
export async function slowness(): Promise<number> {
  const started_at = performance.now()
  await Promise.all([workOnce(), workOnce()])
  return Math.max(1, (performance.now() - started_at) / QUIET_MS)
}

async function workOnce(): Promise<void> {
  const child = spawn(process.execPath, [work], { stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the fixed piece of work ended with ${code}`)
}
