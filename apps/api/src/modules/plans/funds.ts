import { least, type Micros } from '@adtally/money/money.ts'

/** How much a correction can still take of each customer's cash, updated as it takes and gives. */
export class Funds {
  readonly #free: Map<string, Micros>

  constructor(free_micros: ReadonlyMap<string, Micros>) {
    this.#free = new Map(free_micros)
  }

  upTo(customer_id: string, wanted_micros: Micros): Micros {
    return least(wanted_micros, this.#free.get(customer_id) ?? 0n)
  }

  change(customer_id: string, by_micros: Micros): void {
    this.#free.set(customer_id, (this.#free.get(customer_id) ?? 0n) + by_micros)
  }
}
