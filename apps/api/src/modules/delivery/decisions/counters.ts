import { inNoRequest } from '../../../lib/request-context.ts'
import type { BaseServices } from '../../services.ts'
import { addCounts } from './counters.repository.ts'
import type { DecisionOutcome } from './selection.ts'

const FLUSH_MS = 5_000
const MINUTE_MS = 60_000
/** Reasons come from closed lists and placements from the catalogue; more keys than this means a fault. */
const KEYS_MAX = 10_000

/** Counts refusals, decisions by what became of them, and players' errors, by minute, and stores them every few seconds. */
export class Counters {
  readonly #needs: Pick<BaseServices, 'database' | 'clock' | 'log'>
  #refusals = new Map<string, number>()
  #decisions = new Map<string, number>()
  #player_errors = new Map<string, number>()
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

  /** Counts what a player could not play, by its code (VAST 4.2, error codes). */
  playerFailed(placement_id: string, code: number): void {
    this.#add(this.#player_errors, `${placement_id} ${code}`)
  }

  /** Stores the counts; those that can't be stored are kept. */
  async flush(): Promise<void> {
    const [refusals, decisions, player_errors] = [this.#refusals, this.#decisions, this.#player_errors]
    if (refusals.size === 0 && decisions.size === 0 && player_errors.size === 0) return
    this.#refusals = new Map()
    this.#decisions = new Map()
    this.#player_errors = new Map()
    try {
      await this.#needs.database.transaction({ kind: 'system' }, (tx) =>
        addCounts(tx, { refusals, decisions, player_errors }),
      )
    } catch (error) {
      this.#needs.log.warn(
        { err: error },
        'could not write counts of delivery; they are kept and written with the next',
      )
      const again = (kept: ReadonlyMap<string, number>, counts: Map<string, number>) => {
        for (const [key, count] of kept) this.#add(counts, key.slice(key.indexOf(' ') + 1), count)
      }
      again(refusals, this.#refusals)
      again(decisions, this.#decisions)
      again(player_errors, this.#player_errors)
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
