import { type Micros, parseAmount } from '@adtally/money/money.ts'

/** Micro-units of a reply's signed decimal string, such as `"-1.20"`. Throws `RangeError` for any other text. */
export function microsOf(amount: string): Micros {
  const is_negative = amount.startsWith('-')
  const size_micros = parseAmount(is_negative ? amount.slice(1) : amount)
  if (size_micros === null) throw new RangeError('an amount is a decimal string')
  return is_negative ? -size_micros : size_micros
}
