/** Runs work on the same key one at a time in this process, in order of arrival. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs `work` after all earlier work on `key`, failed or not. Throws what `work` throws. */
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
