import type { AmountTextFault, ReadAmount } from '@adtally/i18n/read-amount.ts'
import { formatAmount, parseAmount } from '@adtally/money/money.ts'

const CENT_MICROS = 10_000n

/** All that can be withdrawn, rounded down to the cent: no bank pays fractions of it. */
export function wholeAmount(withdrawable: string): string {
  const micros = parseAmount(withdrawable) ?? 0n
  return formatAmount(micros - (micros % CENT_MICROS))
}

/** Why an amount can't be withdrawn (SPEC §5). */
export type AmountFault = AmountTextFault | 'insufficient' | 'startup' | 'belowFee'

interface Limits {
  withdrawable: string
  rail_fee: string
  startup_funds: string
}

/** The first rule that an amount breaks; null if none. */
export function amountFault(read: ReadAmount, limits: Limits): AmountFault | null {
  if (read.amount === null) return read.fault === 'empty' ? 'zero' : read.fault
  const amount = parseAmount(read.amount) ?? 0n
  const withdrawable = parseAmount(limits.withdrawable) ?? 0n
  if (amount > withdrawable) {
    const startup = parseAmount(limits.startup_funds) ?? 0n
    return amount <= withdrawable + startup ? 'startup' : 'insufficient'
  }
  return amount <= (parseAmount(limits.rail_fee) ?? 0n) ? 'belowFee' : null
}
