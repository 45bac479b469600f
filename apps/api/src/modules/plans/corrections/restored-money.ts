import { least, type Micros } from '@adtally/money/money.ts'
import type { Account, EntryLeft } from '../../ledger/index.ts'
import { accountsOf, type PlanParties } from '../accounts.ts'
import type { Movement } from '../running/spend-parts.ts'
import type { Reversed } from './charge-again.ts'
import type { InvalidSpend, PaidConversion } from './correction.ts'

/** The money that a restoration needs is elsewhere for now. Nothing was posted. */
export class MoneyNotThere extends Error {}

/** What an appeal puts back of a plan, with the entries that took it. */
export interface RestoredMoney {
  spend: readonly InvalidSpend[]
  /** Conversions that had been paid, with their payout. */
  conversions: readonly PaidConversion[]
  /** The verdict's, from earners to the plan's parts. */
  entries: readonly EntryLeft[]
  /** Those that returned what the parts held, oldest first. */
  returned: readonly EntryLeft[]
  /** The verdict's reversals of conversions. */
  reversals: readonly (EntryLeft & { reverses_id: string | null })[]
}

/** Pays conversions again from the plan's reserve: by reversals of what reversed them, and the rest anew. */
export function conversionsAgain(
  plan: PlanParties,
  { conversions, reversals }: Pick<RestoredMoney, 'conversions' | 'reversals'>,
): { reversals: Reversed[]; anew: Movement<Account, Account>[] } {
  const { reserved, unsettled } = accountsOf(plan)
  const again: { reversals: Reversed[]; anew: Movement<Account, Account>[] } = { reversals: [], anew: [] }
  for (const { conversion_id, payout_micros } of conversions) {
    let wanted: Micros = payout_micros
    for (const { id, left_micros } of reversals.filter(({ reverses_id }) => reverses_id === conversion_id)) {
      const amount_micros = least(wanted, left_micros)
      if (amount_micros <= 0n) continue
      again.reversals.push({ reverses_id: id, amount_micros })
      wanted -= amount_micros
    }
    // After a settlement only what could be collected had been reversed.
    if (wanted > 0n) again.anew.push({ source: reserved, destination: unsettled, amount_micros: wanted })
  }
  return again
}
