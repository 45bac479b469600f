import { fork } from 'node:child_process'
import type { LoadJob } from './load.process.ts'
import type { LoadResult } from './load-script.ts'

/**
 * Drives `origin` with a load script (a module of `LoadScript`'s shape) from its own process. Throws if a connection
 * is lost or more than one reply in a thousand does not count: such a run measures something else.
 */
export async function runLoad(load: {
  origin: string
  script: URL
  connections: number
  duration_ms: number
  options?: Readonly<Record<string, unknown>>
  warm_up_ms?: number
}): Promise<LoadResult> {
  const { options = {}, warm_up_ms = 1000, script, ...rest } = load
  const result = await runJob({ ...rest, options, warm_up_ms, script: script.href })
  if (result.refused * 1000 > result.accepted) {
    throw new Error(
      `${result.refused} replies of ${load.origin} did not count, first: ${result.first_refusal}`,
    )
  }
  return result
}

function runJob(job: LoadJob): Promise<LoadResult> {
  const child = fork(new URL('./load.process.ts', import.meta.url))
  return new Promise((resolve, reject) => {
    child.once('message', (answer: { result: LoadResult } | { error: string }) => {
      if ('result' in answer) resolve(answer.result)
      else reject(new Error(`load on ${job.origin}: ${answer.error}`))
    })
    child.once('exit', (code) => reject(new Error(`the load generator ended with code ${code}`)))
    child.send(job)
  })
}
