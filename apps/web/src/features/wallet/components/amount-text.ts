import { formatAmount, parseAmount } from '@adtally/money/money.ts'

const CENT_MICROS = 10_000n
const DIGITS_MAX = 12

/** What was typed as an amount of at most two decimals: digits and one point, no leading zeros. */
export function amountTyped(text: string): string {
  const [whole = '', ...rest] = text
    .replace(',', '.')
    .replace(/[^\d.]/g, '')
    .split('.')
  const digits = whole.replace(/^0+(?=\d)/, '').slice(0, DIGITS_MAX)
  if (rest.length === 0) return digits
  return `${digits || '0'}.${rest.join('').slice(0, 2)}`
}

/** The whole of what can be withdrawn, down to the cent: no bank pays fractions of it. */
export function wholeAmount(withdrawable: string): string {
  const micros = parseAmount(withdrawable) ?? 0n
  return formatAmount(micros - (micros % CENT_MICROS))
}

/** Why an amount cannot be withdrawn; null where it can (SPEC §5). */
export type AmountFault = 'amount_malformed' | 'amount_zero' | 'insufficient' | 'startup' | 'belowFee'

interface Limits {
  withdrawable: string
  rail_fee: string
  startup_funds: string
}

/** The first rule that an amount breaks. */
export function amountFault(text: string, limits: Limits): AmountFault | null {
  const amount = parseAmount(text)
  if (amount === null) return text === '' ? 'amount_zero' : 'amount_malformed'
  if (amount === 0n) return 'amount_zero'
  const withdrawable = parseAmount(limits.withdrawable) ?? 0n
  if (amount > withdrawable) {
    const startup = parseAmount(limits.startup_funds) ?? 0n
    return amount <= withdrawable + startup ? 'startup' : 'insufficient'
  }
  return amount <= (parseAmount(limits.rail_fee) ?? 0n) ? 'belowFee' : null
}
