import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { BenchContext } from './context.ts'

/** Starts the hello-world server in its own process until the measurement ends; returns its origin. */
export async function startHello(context: BenchContext): Promise<string> {
  const child = fork(new URL('./hello.process.ts', import.meta.url), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  context.onEnd(async () => {
    const gone = once(child, 'exit')
    child.disconnect()
    await gone
  })
  const [printed] = await once(child.stdout ?? child, 'data')
  const origin = /^ready (\S+)/.exec(String(printed))?.[1]
  if (origin === undefined) throw new Error(`the hello-world server said ${printed}`)
  return origin
}
