/** An amount in micro-units (10⁻⁶) of the ledger's currency (PRODUCT §3). Never a JavaScript number. */
export type Micros = bigint

export const MICROS_PER_UNIT = 1_000_000n

/** The largest amount of a call or posting: 10¹² major units, far below PostgreSQL's bigint limit. */
export const MAX_AMOUNT_MICROS: Micros = 1_000_000_000_000n * MICROS_PER_UNIT

const AMOUNT_PATTERN = /^(0|[1-9]\d{0,12})(?:\.(\d{1,6}))?$/

/** Whether `text` is an unsigned decimal string in major units with at most six decimals (PRODUCT §3). */
export function isAmountText(text: string): boolean {
  return AMOUNT_PATTERN.test(text)
}

/** Micro-units of an unsigned decimal string such as `"250.00"`; `null` for anything else (`1e3`, `-1`, `NaN`). */
export function parseAmount(text: string): Micros | null {
  const match = AMOUNT_PATTERN.exec(text)
  if (!match) return null
  const fraction = (match[2] ?? '').padEnd(6, '0')
  return BigInt(match[1] ?? '0') * MICROS_PER_UNIT + BigInt(fraction)
}

/** A signed decimal string in major units for the wire, with two decimals or as many more as needed. */
export function formatAmount(amount_micros: Micros): string {
  const sign = amount_micros < 0n ? '-' : ''
  const absolute = amount_micros < 0n ? -amount_micros : amount_micros
  const fraction = (absolute % MICROS_PER_UNIT)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${sign}${absolute / MICROS_PER_UNIT}.${fraction}`
}

/** `amount × numerator ÷ denominator`, rounded down; for amounts ≥ 0 (fees round down, PRODUCT §3). */
export function proportion(amount_micros: Micros, numerator: bigint, denominator: bigint): Micros {
  if (amount_micros < 0n || numerator < 0n || denominator <= 0n) {
    throw new RangeError('proportion takes amounts ≥ 0 and a denominator > 0')
  }
  return (amount_micros * numerator) / denominator
}

/** The smaller of two amounts. */
export function least(left: Micros, right: Micros): Micros {
  return left < right ? left : right
}

/** The sum of amounts; 0 if there are none. */
export function total(amounts: Iterable<Micros>): Micros {
  let sum = 0n
  for (const amount of amounts) sum += amount
  return sum
}

const SHARE_SCALE = 1_000_000n

/** `part ÷ whole` as a number from 0 to 1, only for drawing and never for an amount. 0 if there is no whole. */
export function share(part: Micros, whole: Micros): number {
  if (whole <= 0n || part <= 0n) return 0
  return part >= whole ? 1 : Number((part * SHARE_SCALE) / whole) / Number(SHARE_SCALE)
}

/** `part ÷ whole` as a number that may exceed 1, for displayed rates only, never for an amount. 0 without a whole. */
export function ratio(part: Micros, whole: Micros): number {
  return whole <= 0n || part <= 0n ? 0 : Number((part * SHARE_SCALE) / whole) / Number(SHARE_SCALE)
}
