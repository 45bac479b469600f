import { formatAmount, parseAmount } from '@adtally/money/money.ts'

/** No bank pays fractions of it. */
const CENT_MICROS = 10_000n

/** What arrives of a withdrawal: its amount less the rail's fee, to the cent, never below 0 (PRODUCT §2.3). */
export function received(amount: string, rail_fee: string): string {
  const left = (parseAmount(amount) ?? 0n) - (parseAmount(rail_fee) ?? 0n)
  return formatAmount(left < 0n ? 0n : left - (left % CENT_MICROS))
}
