import { least, type Micros, total } from '@adtally/money/money.ts'
import type { Account, EntryLeft } from '../../ledger/index.ts'
import { type Movement, pairUp } from '../running/spend-parts.ts'
import type { InvalidSpend } from './correction.ts'

/** So much of an entry that is taken back. */
export interface Reversed {
  reverses_id: string
  amount_micros: Micros
}

/** What is charged again: by reversals of what was given back, and what these don't fit, from part to earner. */
export interface ChargedAgain {
  reversals: Reversed[]
  anew: Movement<Account, Account>[]
}

interface Side {
  key: Account
  amount_micros: Micros
}

/**
 * Charges a plan's parts again for what a verdict had given back to them. Parts pay in proportion to all that the plan has
 * spent by now, so that where more was spent since, a micro-unit may come from another part than it went to.
 */
export function chargeAgain(
  entries: readonly EntryLeft[],
  parts: readonly Side[],
  earners: readonly Side[],
): ChargedAgain {
  const paying = parts.map((part) => ({ ...part }))
  const earning = earners.map((earner) => ({ ...earner }))
  const reversals: Reversed[] = []
  for (const { id, debit, credit, left_micros } of entries) {
    const part = paying.find(({ key }) => key.code === credit.code)
    const earner = earning.find(({ key }) => key.code === debit.code && key.owner_id === debit.owner_id)
    if (!part || !earner) continue
    const amount_micros = least(left_micros, least(part.amount_micros, earner.amount_micros))
    if (amount_micros <= 0n) continue
    reversals.push({ reverses_id: id, amount_micros })
    part.amount_micros -= amount_micros
    earner.amount_micros -= amount_micros
  }
  return { reversals, anew: pairUp(paying, earning) }
}

/** How `amount_micros` is taken back from these entries, the newest first; null if they have less. */
export function reversalsOf(entries: readonly EntryLeft[], amount_micros: Micros): Reversed[] | null {
  const reversals: Reversed[] = []
  let wanted = amount_micros
  for (const { id, left_micros } of entries.toReversed()) {
    const taken = least(wanted, left_micros)
    if (taken <= 0n) break
    reversals.push({ reverses_id: id, amount_micros: taken })
    wanted -= taken
  }
  return wanted > 0n ? null : reversals
}

/** How much of each event's spend is charged anew, in the events' order: publishers' shares by publisher, then the fee. */
export function anewByEvent(
  spend: readonly (InvalidSpend | null)[],
  anew: readonly Movement<Account, Account>[],
): Micros[] {
  const left = new Map<string, Micros>()
  for (const { destination, amount_micros } of anew) {
    const key = destination.code === 'fee_unearned' ? '' : destination.owner_id
    left.set(key, (left.get(key) ?? 0n) + amount_micros)
  }
  const take = (key: string, most_micros: Micros) => {
    const taken = least(left.get(key) ?? 0n, most_micros)
    left.set(key, (left.get(key) ?? 0n) - taken)
    return taken
  }
  return spend.map((one) => {
    if (!one) return 0n
    const { publisher_id, charge_micros, fee_micros } = one
    return total([take(publisher_id, charge_micros - fee_micros), take('', fee_micros)])
  })
}
