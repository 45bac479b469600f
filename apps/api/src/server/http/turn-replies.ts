/**
 * Writes the replies of one turn of the event loop together at its end. Written one by one, each would wake a peer that has
 * gone to sleep since the last (docs/decisions/replies-of-a-turn.md).
 */
export class TurnReplies {
  #waiting: (() => void)[] = []

  /** `write` is called once, before the loop next waits for anything. */
  add(write: () => void): void {
    if (this.#waiting.length === 0) setImmediate(this.#writeAll)
    this.#waiting.push(write)
  }

  readonly #writeAll = (): void => {
    const writes = this.#waiting
    this.#waiting = []
    for (const write of writes) write()
  }
}
