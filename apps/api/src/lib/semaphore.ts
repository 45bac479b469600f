import { Refusal } from './refusal.ts'

interface Limits {
  running_max: number
  /** How many may wait; more are refused. */
  waiting_max: number
  /** How many turns one caller may have, running or waiting; unlimited if not given. */
  each_max?: number
}

/** Runs a few works at once and queues up to `waiting_max` in order, so that a flood can't starve the program. */
export class Semaphore {
  readonly #limits: Limits
  readonly #waiting: (() => void)[] = []
  readonly #of_each = new Map<string, number>()
  #running = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Does `work` in its turn; `whose` counts against `each_max`. Throws `too_many_requests` if too many wait. */
  async run<T>(work: () => Promise<T>, whose?: string): Promise<T> {
    if (whose === undefined) return await this.#inTurn(work)
    const { each_max = Number.POSITIVE_INFINITY } = this.#limits
    const before = this.#of_each.get(whose) ?? 0
    if (before >= each_max) throw new Refusal('too_many_requests')
    this.#of_each.set(whose, before + 1)
    try {
      return await this.#inTurn(work)
    } finally {
      const left = (this.#of_each.get(whose) ?? 1) - 1
      if (left > 0) this.#of_each.set(whose, left)
      else this.#of_each.delete(whose)
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.running_max) {
      if (this.#waiting.length >= this.#limits.waiting_max) throw new Refusal('too_many_requests')
      await new Promise<void>((resume) => this.#waiting.push(resume))
    } else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The turn is handed straight on, so that nobody jumps the queue.
      if (next) next()
      else this.#running -= 1
    }
  }
}
