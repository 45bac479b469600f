import type { Reason } from '@adtally/contract/reasons.ts'
import type { Logger } from 'pino'

const PERIOD_MS = 10_000
/** Kinds of refusals told apart in a period: more come only in a flood, and a flood must not fill the disk. */
const KINDS_MAX = 500

/** What was refused to whom: a call's name, or its path where what was sent could not be read; the reason; the network that asked. */
export interface RefusedCall {
  call: string
  reason: Reason
  network: string
}

/**
 * Writes what calls refused, wrong passwords among it, into the log: one line for each call, reason and network in ten
 * seconds, with how often. Kinds beyond the first five hundred of a period are counted together.
 */
export class RefusalLog {
  readonly #log: Logger
  readonly #kinds_max: number
  readonly #kinds = new Map<string, RefusedCall & { times: number }>()
  readonly #timer: NodeJS.Timeout
  #further_times = 0

  constructor(log: Logger, { period_ms = PERIOD_MS, kinds_max = KINDS_MAX } = {}) {
    this.#log = log
    this.#kinds_max = kinds_max
    this.#timer = setInterval(() => this.#write(), period_ms).unref()
  }

  /** Counts one. */
  note({ call, reason, network }: RefusedCall): void {
    const key = `${call} ${reason} ${network}`
    const known = this.#kinds.get(key)
    if (known) known.times += 1
    else if (this.#kinds.size < this.#kinds_max) this.#kinds.set(key, { call, reason, network, times: 1 })
    else this.#further_times += 1
  }

  /** Writes what is left, and nothing from then on. */
  stop(): void {
    clearInterval(this.#timer)
    this.#write()
  }

  #write(): void {
    for (const kind of this.#kinds.values()) this.#log.info({ ...kind }, 'a call was refused')
    if (this.#further_times > 0)
      this.#log.warn({ times: this.#further_times }, 'more calls were refused than this log counts by kind')
    this.#kinds.clear()
    this.#further_times = 0
  }
}
