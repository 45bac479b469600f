import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Counts calls by their code and times them; made once a server. */
export interface Metrics {
  registry: Registry
  /** A recorder for one call, cheap enough for every request. */
  recorder(call: string): (code: number, started_ms: number) => void
}

/** The metrics of one server, with those of the process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'adtally_' })
  const calls = new Counter({
    name: 'adtally_calls_total',
    help: 'Calls answered, by their code',
    labelNames: ['call', 'code'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'adtally_call_duration_seconds',
    help: 'Time from the parsed request to the answer',
    labelNames: ['call'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  return {
    registry,
    recorder(call) {
      const duration = durations.labels(call)
      const counters = new Map<number, { inc(): void }>()
      return (code, started_ms) => {
        let counter = counters.get(code)
        if (!counter) {
          counter = calls.labels(call, String(code))
          counters.set(code, counter)
        }
        counter.inc()
        duration.observe((performance.now() - started_ms) / 1000)
      }
    },
  }
}
