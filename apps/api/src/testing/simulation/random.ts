/** Pseudo-random numbers, the same for the same seed, so that a simulation can be replayed. */
export class Random {
  #state: bigint

  constructor(seed: number, stream = 0) {
    this.#state = (BigInt(seed) << 32n) ^ BigInt(stream)
    this.#next()
  }

  /** A whole number from 0 to below `below`. */
  below(below: number): number {
    return Number(this.#next() % BigInt(below))
  }

  /** A whole number from `least` to `most`, inclusive. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  /** One of the items. Throws if there are none. */
  pick<T>(items: readonly T[]): T {
    const item = items[this.below(Math.max(1, items.length))]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }

  /** An amount in major units, down to micro-units, between `least` and `most`. */
  amount(least: number, most: number): string {
    const whole = this.between(least, most - 1)
    return this.chance(50) ? `${whole}.00` : `${whole}.${String(this.below(1_000_000)).padStart(6, '0')}`
  }

  /** SplitMix64. */
  #next(): bigint {
    this.#state = BigInt.asUintN(64, this.#state + 0x9e3779b97f4a7c15n)
    let word = this.#state
    word = BigInt.asUintN(64, (word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n)
    word = BigInt.asUintN(64, (word ^ (word >> 27n)) * 0x94d049bb133111ebn)
    return word ^ (word >> 31n)
  }
}
