import type { Reason } from '@adtally/contract/reasons.ts'
import type { Logger } from 'pino'

const PERIOD_MS = 10_000
/** The kinds of refusals told apart per period: only a flood has more, and a flood must not fill the disk. */
const KINDS_MAX = 500

/** What was refused to whom: the call's name, or the path if the request was unreadable; the reason; the network. */
export interface RefusedCall {
  call: string
  reason: Reason
  network: string
}

/**
 * Logs refused calls, wrong passwords included: one line per call, reason and network every ten seconds, with the
 * count. Kinds beyond the first five hundred of a period share one count.
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

  note({ call, reason, network }: RefusedCall): void {
    const key = `${call} ${reason} ${network}`
    const known = this.#kinds.get(key)
    if (known) known.times += 1
    else if (this.#kinds.size < this.#kinds_max) this.#kinds.set(key, { call, reason, network, times: 1 })
    else this.#further_times += 1
  }

  /** Writes what is left, and nothing after that. */
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
