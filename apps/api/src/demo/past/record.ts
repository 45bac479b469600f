import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'

const kept = z.object({
  began_at_ms: z.number(),
  /** The day that is being lived, from 0. */
  day: z.int(),
  /** Those of its acts that are done. */
  done: z.array(z.string()),
})

/** How far a demo has come with its past: what a start that goes on after a cut must not do again. */
export class PastRecord {
  readonly #path: string
  #kept: z.infer<typeof kept>

  /** `path`: the file in the data folder; begins at `now_ms` where there is none. */
  constructor(path: string, now_ms: number) {
    this.#path = path
    this.#kept = readKept(path) ?? { began_at_ms: now_ms, day: 0, done: [] }
    this.#write()
  }

  /** When its first day began, by the sandbox's clock. */
  get began_at_ms(): number {
    return this.#kept.began_at_ms
  }

  get day(): number {
    return this.#kept.day
  }

  /** Runs an act unless it is done. One that was cut off is run again: it must bear that. */
  async once(name: string, act: () => Promise<void>): Promise<void> {
    if (this.#kept.done.includes(name)) return
    await act()
    this.#kept.done.push(name)
    this.#write()
  }

  /** The day is over. */
  nextDay(): void {
    this.#kept = { ...this.#kept, day: this.#kept.day + 1, done: [] }
    this.#write()
  }

  /** Whole or not at all. */
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
