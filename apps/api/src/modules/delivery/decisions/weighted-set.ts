/**
 * Items drawn in proportion to their weights: a Fenwick tree, so that drawing, adding, removing and weighing again cost
 * the logarithm of their number. Weights are positive integers; their sum stays exact below 2^53.
 */
export class WeightedSet<Item> implements Iterable<Item> {
  readonly #items: Item[] = []
  readonly #weights: number[] = []
  /** From 1: the sum of the weights from `i - lowestBit(i)` (exclusive) to `i`. */
  readonly #tree: number[] = [0]
  readonly #positions = new Map<Item, number>()
  #total = 0

  get size(): number {
    return this.#items.length
  }

  /** The sum of all weights. */
  get total(): number {
    return this.#total
  }

  /** An item's weight; 0 if it is not there. */
  weightOf(item: Item): number {
    const position = this.#positions.get(item)
    return position === undefined ? 0 : (this.#weights[position] ?? 0)
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#items[Symbol.iterator]()
  }

  /** Adds an item, or gives it another weight. */
  put(item: Item, weight: number): void {
    const position = this.#positions.get(item)
    if (position !== undefined) this.#weigh(position, weight)
    else this.#append(item, weight)
  }

  /** Removes an item, if it is there. */
  delete(item: Item): void {
    const position = this.#positions.get(item)
    if (position === undefined) return
    const last_position = this.#items.length - 1
    const [last, last_weight] = [this.#items[last_position], this.#weights[last_position] ?? 0]
    this.#weigh(last_position, 0)
    this.#items.pop()
    this.#weights.pop()
    this.#tree.pop()
    this.#positions.delete(item)
    if (position === last_position || last === undefined) return
    this.#items[position] = last
    this.#positions.set(last, position)
    this.#weigh(position, last_weight)
  }

  /** The item at `mark` (at least 0, below `total`) of the weights laid end to end; none if the set is empty. */
  at(mark: number): Item | undefined {
    let position = 0
    let rest = mark
    for (let step = highestBit(this.#items.length); step > 0; step >>= 1) {
      const sum = this.#tree[position + step]
      if (sum !== undefined && sum <= rest) {
        position += step
        rest -= sum
      }
    }
    // Rounding may lead past the end.
    return this.#items[Math.min(position, this.#items.length - 1)]
  }

  #append(item: Item, weight: number): void {
    const index = this.#items.push(item)
    this.#weights.push(weight)
    this.#positions.set(item, index - 1)
    let sum = weight
    for (let below = index - 1; below > index - lowestBit(index); below -= lowestBit(below))
      sum += this.#tree[below] ?? 0
    this.#tree.push(sum)
    this.#total += weight
  }

  #weigh(position: number, weight: number): void {
    const change = weight - (this.#weights[position] ?? 0)
    if (change === 0) return
    this.#weights[position] = weight
    this.#total += change
    for (let index = position + 1; index < this.#tree.length; index += lowestBit(index))
      this.#tree[index] = (this.#tree[index] ?? 0) + change
  }
}

function lowestBit(index: number): number {
  return index & -index
}

/** The highest power of two that is at most `count`; 0 for 0. */
function highestBit(count: number): number {
  return count === 0 ? 0 : 1 << (31 - Math.clz32(count))
}
