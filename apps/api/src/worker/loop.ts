import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { WorkResult } from './work.ts'

const RETRY_MS = 500
/** How long to wait before looking without a notification, in case one was lost. */
const IDLE_MS_MAX = 30_000
/** What is due but can't be taken is being worked on by another worker. */
const IDLE_MS_MIN = 20

/** Works until nothing is due, then waits for `wake` or the next due time. */
export class Loop {
  readonly #work: () => Promise<WorkResult>
  readonly #nextDueMs: () => Promise<number | null>
  readonly #log: Logger
  #idle = new AbortController()
  #stopped = false
  readonly #running: Promise<void>

  constructor(work: () => Promise<WorkResult>, nextDueMs: () => Promise<number | null>, log: Logger) {
    this.#work = work
    this.#nextDueMs = nextDueMs
    this.#log = log
    this.#running = this.#run()
  }

  wake(): void {
    this.#idle.abort()
  }

  /** Finishes the work in progress, then ends. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.wake()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      // Made before looking, so that a notification during the look is not missed.
      this.#idle = new AbortController()
      const { signal } = this.#idle
      try {
        const outcome = await this.#work()
        if (outcome.kind !== 'idle') continue
        const due_ms = await this.#nextDueMs()
        await wait(Math.max(IDLE_MS_MIN, Math.min(due_ms ?? IDLE_MS_MAX, IDLE_MS_MAX)), undefined, {
          signal,
        }).catch(() => {})
      } catch (error) {
        this.#log.warn({ err: error }, 'the worker could not reach the database; trying again')
        await wait(RETRY_MS)
      }
    }
  }
}
