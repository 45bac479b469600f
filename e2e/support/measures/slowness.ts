import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The duration of the work, two at once, on two idle processors on which the time limits were seen to hold. */
const QUIET_MS = 1250

const work = fileURLToPath(new URL('./fixed-work.process.ts', import.meta.url))

/**
 * How many times slower than two idle processors a fixed piece of work like a start is now, at least 1: time limits
 * are multiplied by this, so that they judge the program and not its neighbours.
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
