import { parseAmount } from '@adtally/money/money.ts'

/** What is wrong with a draft's amount before it is sent; null where nothing is. */
export function draftAmountFault(
  amount: string,
  range: { amount_min: string; amount_max: string },
  available: string | undefined,
): 'malformed' | 'outOfRange' | 'insufficient' | null {
  const amount_micros = parseAmount(amount.trim())
  if (amount_micros === null || amount_micros === 0n) return 'malformed'
  const below = amount_micros < (parseAmount(range.amount_min) ?? 0n)
  if (below || amount_micros > (parseAmount(range.amount_max) ?? 0n)) return 'outOfRange'
  const available_micros = available === undefined ? null : parseAmount(available)
  return available_micros !== null && amount_micros > available_micros ? 'insufficient' : null
}
