import { Counter, type Metric } from 'prom-client'
import type { Services } from '../services.ts'

/** What this process refused and did not fill, by reason. */
export function deliveryMetrics({ delivery }: Services): Metric[] {
  const { refusals_total, no_fills_total } = delivery.counters
  return [
    counterOf('adtally_delivery_refusals_total', 'Events and postbacks refused, by reason', refusals_total),
    counterOf(
      'adtally_delivery_no_fills_total',
      'Requests for an advertisement not filled, by reason',
      no_fills_total,
    ),
  ]
}

/** Plain numbers, handed over when somebody looks. */
function counterOf(name: string, help: string, totals: ReadonlyMap<string, number>): Counter<'reason'> {
  return new Counter({
    name,
    help,
    labelNames: ['reason'],
    registers: [],
    collect() {
      this.reset()
      for (const [reason, total] of totals) this.labels(reason).inc(total)
    },
  })
}
