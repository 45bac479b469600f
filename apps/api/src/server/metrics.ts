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
  // Counted in plain numbers and handed over when somebody looks: checking labels costs each poll a tenth.
  const counted: { call: string; code: string; count: number }[] = []
  const calls = new Counter({
    name: 'adtally_calls_total',
    help: 'Calls answered, by their code',
    labelNames: ['call', 'code'],
    registers: [registry],
    collect() {
      for (const one of counted) {
        calls.labels(one.call, one.code).inc(one.count)
        one.count = 0
      }
    },
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
      const by_code = new Map<number, { count: number }>()
      return (code, started_ms) => {
        let counter = by_code.get(code)
        if (!counter) {
          const made = { call, code: String(code), count: 0 }
          counted.push(made)
          by_code.set(code, made)
          counter = made
        }
        counter.count += 1
        duration.observe((performance.now() - started_ms) / 1000)
      }
    },
  }
}
