import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { CallDurations } from './http/call-durations.ts'

/** Counts calls by code and times them; one per server. */
export interface Metrics {
  registry: Registry
  /** Returns the recorder for one call, cheap enough for every request. */
  recorder(call: string): (code: number, started_ms: number) => void
}

/** Makes one server's metrics, including those of the process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'adtally_' })
  // Kept in plain numbers and handed over when read: checking labels would cost each poll a tenth.
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
  const durations = new CallDurations(registry)
  return {
    registry,
    recorder(call) {
      const observe = durations.of(call)
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
        observe((performance.now() - started_ms) / 1000)
      }
    },
  }
}
