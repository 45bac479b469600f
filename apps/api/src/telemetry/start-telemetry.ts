import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { OpenTelemetry } from './open-telemetry.ts'

/** A stop waits no longer for a collector: a tenth of what a program has to end in order. */
const FLUSH_MS_MAX = 3_000

let open: OpenTelemetry | null = null

/**
 * Turns telemetry on where the settings name a collector; returns how to turn it off, which sends what is left. Without one nothing
 * of OpenTelemetry's packages is loaded.
 */
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

/** Has the collector told the figures of `/metrics`, too, where there is one. */
export function exportMetrics(registry: Registry): void {
  open?.exportMetrics(registry)
}
