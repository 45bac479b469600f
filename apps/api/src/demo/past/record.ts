import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'

const kept = z.object({
  began_at_ms: z.number(),
  /** The day being lived, counted from 0. */
  day: z.int(),
  /** Names of the day's acts that are done. */
  done: z.array(z.string()),
})

/** How far a demo has lived its past, so that a start after a cut repeats nothing. */
export class PastRecord {
  readonly #path: string
  readonly #flush: () => Promise<void>
  #kept: z.infer<typeof kept>

  /**
   * `path`: the file in the data folder; without one the record begins at `now_ms`. `flush` resolves once all that was done
   * is on the disk.
   */
  constructor(path: string, now_ms: number, flush: () => Promise<void> = async () => {}) {
    this.#path = path
    this.#flush = flush
    this.#kept = readKept(path) ?? { began_at_ms: now_ms, day: 0, done: [] }
    this.#write()
  }

  /** When the first day began, by the sandbox's clock. */
  get began_at_ms(): number {
    return this.#kept.began_at_ms
  }

  get day(): number {
    return this.#kept.day
  }

  /** Whether one of the day's acts is done. */
  isDone(name: string): boolean {
    return this.#kept.done.includes(name)
  }

  /** Runs an act unless it is done. An act that was cut off is run again, so it must be repeatable. */
  async once(name: string, act: () => Promise<void>): Promise<void> {
    if (this.isDone(name)) return
    await act()
    await this.#flush()
    this.#kept.done.push(name)
    this.#write()
  }

  async nextDay(): Promise<void> {
    await this.#flush()
    this.#kept = { ...this.#kept, day: this.#kept.day + 1, done: [] }
    this.#write()
  }

  /** Writes the file atomically. */
  #write(): void {
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.#kept), { mode: 0o600 })
    renameSync(`${this.#path}.new`, this.#path)
  }
}

function readKept(path: string): z.infer<typeof kept> | null {
  try {
    return z.parse(kept, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}
