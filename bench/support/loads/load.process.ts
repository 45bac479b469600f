import { HttpConnection } from '../http-connection.ts'
import type { LoadRequest, LoadResult, LoadScript } from './load-script.ts'

/** The job that `runLoad` passes to this process. */
export interface LoadJob {
  origin: string
  script: string
  options: Readonly<Record<string, unknown>>
  connections: number
  warm_up_ms: number
  duration_ms: number
}

/** The load generator, in its own process so that it does not share the measured side's thread. */
async function run(job: LoadJob): Promise<LoadResult> {
  const script: LoadScript = await import(job.script)
  const next = script.createRequests(job.options)
  const isAccepted = script.isAccepted ?? isAcceptedByDefault
  const connections = await Promise.all(
    Array.from({ length: job.connections }, () => HttpConnection.open(job.origin)),
  )
  const measure_from = performance.now() + job.warm_up_ms
  const until = measure_from + job.duration_ms
  const latencies: number[] = []
  let refused = 0
  let first_refusal = ''
  const drive = async (connection: HttpConnection, index: number): Promise<void> => {
    for (;;) {
      const request: LoadRequest = next(index)
      const sent_at = performance.now()
      if (sent_at >= until) return
      const { status, body } = await connection.send(request)
      const received_at = performance.now()
      if (!isAccepted(status, body)) {
        refused += 1
        first_refusal ||= `${status} ${body.slice(0, 300)}`
      } else if (sent_at >= measure_from && received_at <= until) {
        latencies.push(received_at - sent_at)
      }
    }
  }
  await Promise.all(connections.map(drive))
  for (const connection of connections) connection.close()
  return { ...figures(latencies, job.duration_ms), refused, first_refusal }
}

function isAcceptedByDefault(status: number, body: string): boolean {
  return status === 304 || (status === 200 && body.includes('"code":200'))
}

function figures(latencies: number[], duration_ms: number) {
  const sorted = Float64Array.from(latencies).toSorted()
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return {
    per_second: (latencies.length * 1000) / duration_ms,
    accepted: latencies.length,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    max_ms: at(1),
  }
}

process.once('message', (job: LoadJob) => {
  run(job).then(
    // The parent may be gone.
    (result) => process.send?.({ result }, () => process.connected && process.disconnect()),
    (error: unknown) => process.send?.({ error: String(error) }, () => process.exit(1)),
  )
})
