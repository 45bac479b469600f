import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { OpenTelemetry } from './open-telemetry.ts'

/** How long a stop waits for the collector: a tenth of the time a program has to end in order. */
const FLUSH_MS_MAX = 3_000

let open: OpenTelemetry | null = null

/** Turns telemetry on if there is a collector, else loads no package of it. Returns how to flush and turn it off. */
export async function startTelemetry(endpoint: string | null, log: Logger): Promise<() => Promise<void>> {
  if (endpoint === null) return async () => {}
  const { openTelemetry } = await import('./open-telemetry.ts')
  const opened = openTelemetry(endpoint, log)
  open = opened
  return async () => {
    open = null
    await opened.close(FLUSH_MS_MAX)
  }
}

/** Sends the figures of `/metrics` to the collector as well, if there is one. */
export function exportMetrics(registry: Registry): void {
  open?.exportMetrics(registry)
}
