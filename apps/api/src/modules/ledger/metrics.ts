import { Counter, type Metric } from 'prom-client'
import type { Services } from '../services.ts'

/** What this process's writer committed. */
export class LedgerFigures {
  batches = 0
  acts = 0
  failed_batches = 0
  seconds = 0

  /** Counts a batch that was carried out, or failed as a whole. */
  settled(acts: number, duration_ms: number, is_failed: boolean): void {
    this.batches += 1
    this.acts += acts
    this.seconds += duration_ms / 1000
    if (is_failed) this.failed_batches += 1
  }
}

/** Group commits of this process. */
export function ledgerMetrics({ ledger }: Services): Metric[] {
  const { figures } = ledger
  return [
    counterOf('adtally_ledger_batches_total', 'Batches of acts carried to the books', () => figures.batches),
    counterOf(
      'adtally_ledger_failed_batches_total',
      'Batches that failed as a whole, whose parts are tried apart',
      () => figures.failed_batches,
    ),
    counterOf('adtally_ledger_acts_total', 'Acts in these batches', () => figures.acts),
    counterOf(
      'adtally_ledger_batch_seconds_total',
      'Time that batches took, with their tries, until they were durable',
      () => figures.seconds,
    ),
  ]
}

function counterOf(name: string, help: string, total: () => number): Counter {
  return new Counter({
    name,
    help,
    registers: [],
    collect() {
      this.reset()
      this.inc(total())
    },
  })
}
