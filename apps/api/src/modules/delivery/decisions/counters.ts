import { inNoRequest } from '../../../lib/request-context.ts'
import type { BaseServices } from '../../services.ts'
import { addCounts } from './counters.repository.ts'
import type { DecisionOutcome } from './selection.ts'

const FLUSH_MS = 5_000
const MINUTE_MS = 60_000
/** Reasons come from closed lists and placements from the catalogue; more keys than this means a fault. */
const KEYS_MAX = 10_000

/** Counts refusals, and decisions by what became of them, by minute, and stores them every few seconds. */
export class Counters {
  readonly #needs: Pick<BaseServices, 'database' | 'clock' | 'log'>
  #refusals = new Map<string, number>()
  #decisions = new Map<string, number>()
  /** Totals since the process started, by reason or outcome. */
  readonly refusals_total = new Map<string, number>()
  readonly outcomes_total = new Map<DecisionOutcome, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(needs: Pick<BaseServices, 'database' | 'clock' | 'log'>) {
    this.#needs = needs
  }

  /** Counts a refused event. */
  refused(reason: string): void {
    this.#add(this.#refusals, reason)
    this.refusals_total.set(reason, (this.refusals_total.get(reason) ?? 0) + 1)
  }

  /** Counts a request for an advertisement; `placement_id` is empty for an unknown one. */
  decided(placement_id: string, outcome: DecisionOutcome): void {
    this.#add(this.#decisions, `${placement_id} ${outcome}`)
    this.outcomes_total.set(outcome, (this.outcomes_total.get(outcome) ?? 0) + 1)
  }

  /** Stores the counts; those that can't be stored are kept. */
  async flush(): Promise<void> {
    const [refusals, decisions] = [this.#refusals, this.#decisions]
    if (refusals.size === 0 && decisions.size === 0) return
    this.#refusals = new Map()
    this.#decisions = new Map()
    try {
      await this.#needs.database.transaction({ kind: 'system' }, (tx) => addCounts(tx, refusals, decisions))
    } catch (error) {
      this.#needs.log.warn(
        { err: error },
        'could not write counts of delivery; they are kept and written with the next',
      )
      for (const [key, count] of refusals) this.#add(this.#refusals, key.slice(key.indexOf(' ') + 1), count)
      for (const [key, count] of decisions) this.#add(this.#decisions, key.slice(key.indexOf(' ') + 1), count)
    }
  }

  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    await this.flush()
  }

  #add(counts: Map<string, number>, what: string, count = 1): void {
    const minute_ms = Math.floor(this.#needs.clock.now_ms() / MINUTE_MS) * MINUTE_MS
    const key = `${minute_ms} ${what}`
    if (counts.size < KEYS_MAX || counts.has(key)) counts.set(key, (counts.get(key) ?? 0) + count)
    // The counts come from many requests, so the timer belongs to none.
    this.#timer ??= inNoRequest(() =>
      setTimeout(() => {
        this.#timer = null
        void this.flush()
      }, FLUSH_MS),
    )
    this.#timer.unref()
  }
}
