import { least, type Micros, proportion } from '@adtally/money/money.ts'

/** A plan's money by source (PRODUCT §3): the customer's cash, coupon credit, startup funds. */
export interface Parts {
  cash_micros: Micros
  discount_micros: Micros
  startup_micros: Micros
}

export const NO_PARTS: Parts = { cash_micros: 0n, discount_micros: 0n, startup_micros: 0n }

/** The sum of the three parts. */
export function totalOf({ cash_micros, discount_micros, startup_micros }: Parts): Micros {
  return cash_micros + discount_micros + startup_micros
}

/** `left − right`, part by part. */
export function minus(left: Parts, right: Parts): Parts {
  return {
    cash_micros: left.cash_micros - right.cash_micros,
    discount_micros: left.discount_micros - right.discount_micros,
    startup_micros: left.startup_micros - right.startup_micros,
  }
}

/**
 * How the total spend, 0 to the amount placed, is divided among the parts in the proportion placed (PRODUCT §3).
 *
 * Depends only on the total, so batching never changes a micro-unit, and no part ever shrinks while the total grows
 * or exceeds what was placed. Promotional money together is rounded down and cash bears the remainder; within it, the
 * discount is rounded down. Rounding both promotional parts down separately would, at some totals, take more cash
 * than was placed or return a micro-unit to it.
 */
export function partsOfSpend(placed: Parts, spent_micros: Micros): Parts {
  const amount_micros = totalOf(placed)
  if (spent_micros < 0n || spent_micros > amount_micros) {
    throw new RangeError('A plan must not spend less than nothing or more than the amount placed')
  }
  const promotional_placed = placed.discount_micros + placed.startup_micros
  if (promotional_placed === 0n) return { ...NO_PARTS, cash_micros: spent_micros }
  const promotional = proportion(spent_micros, promotional_placed, amount_micros)
  const discount_micros = proportion(promotional, placed.discount_micros, promotional_placed)
  return {
    cash_micros: spent_micros - promotional,
    discount_micros,
    startup_micros: promotional - discount_micros,
  }
}

/** What each part pays when the total spend grows from `before_micros` to `after_micros`. */
export function partsOfCharge(placed: Parts, before_micros: Micros, after_micros: Micros): Parts {
  return minus(partsOfSpend(placed, after_micros), partsOfSpend(placed, before_micros))
}

/** One movement between a source and a destination. */
export interface Movement<Source, Destination> {
  source: Source
  destination: Destination
  amount_micros: Micros
}

/**
 * Pairs sources with destinations, each in the order given, so that every source gives and every destination gets
 * exactly its amount. Both sides must have the same sum.
 */
export function pairUp<Source, Destination>(
  sources: readonly { key: Source; amount_micros: Micros }[],
  destinations: readonly { key: Destination; amount_micros: Micros }[],
): Movement<Source, Destination>[] {
  const movements: Movement<Source, Destination>[] = []
  const giving = sources.map((source) => ({ ...source }))
  let index = 0
  for (const { key, amount_micros } of destinations) {
    let wanted = amount_micros
    while (wanted > 0n) {
      const source = giving[index]
      if (!source) throw new RangeError('destinations ask for more than the sources hold')
      const moved = least(source.amount_micros, wanted)
      if (moved > 0n) movements.push({ source: source.key, destination: key, amount_micros: moved })
      source.amount_micros -= moved
      wanted -= moved
      if (source.amount_micros === 0n) index += 1
    }
  }
  if (giving.slice(index).some((source) => source.amount_micros > 0n)) {
    throw new RangeError('the sources hold more than the destinations ask for')
  }
  return movements
}
