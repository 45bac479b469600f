import type { AmountTextFault, ReadAmount } from '@adtally/i18n/read-amount.ts'
import { parseAmount } from '@adtally/money/money.ts'

/** What is wrong with a draft's amount before it is sent; null where nothing is. */
export function draftAmountFault(
  read: ReadAmount,
  range: { amount_min: string; amount_max: string },
  available: string | undefined,
): AmountTextFault | 'outOfRange' | 'insufficient' | null {
  if (read.amount === null) return read.fault
  const amount_micros = parseAmount(read.amount) ?? 0n
  const below = amount_micros < (parseAmount(range.amount_min) ?? 0n)
  if (below || amount_micros > (parseAmount(range.amount_max) ?? 0n)) return 'outOfRange'
  const available_micros = available === undefined ? null : parseAmount(available)
  return available_micros !== null && amount_micros > available_micros ? 'insufficient' : null
}
