/** Lets work on the same key wait for its turn in this process, in the order in which it came. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Does `work` once all that came before it on `key` has ended, well or not. Throws what `work` throws. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key)
    const done = before ? before.then(work) : work()
    const ended = done
      .catch(() => undefined)
      .finally(() => {
        if (this.#last.get(key) === ended) this.#last.delete(key)
      })
    this.#last.set(key, ended)
    return done
  }
}
