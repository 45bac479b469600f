import type { AmountTextFault, ReadAmount } from '@adtally/i18n/read-amount.ts'
import { least, MICROS_PER_UNIT, type Micros, parseAmount, proportion } from '@adtally/money/money.ts'

/** The smallest and largest amount of a plan. */
export interface Bounds {
  min_micros: Micros
  max_micros: Micros
}

/** The slider's stops between the bounds, in major units: denser for small amounts. */
const STOPS = [
  10, 15, 20, 25, 30, 40, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 600, 750, 1000, 1250, 1500, 2000,
  2500, 3000, 4000, 5000, 7500, 10_000, 15_000, 20_000, 30_000, 50_000,
] as const

const CENT_MICROS = 10_000n

/** Micro-units of a wire amount that is known to be valid. */
export function wireMicros(amount: string): Micros {
  return parseAmount(amount) ?? 0n
}

/** A product's bounds within the platform's, as the server applies them. */
export function boundsOf(
  product: { amount_min: string; amount_max: string },
  platform: { plan_amount_min: string; plan_amount_max: string } | null,
): Bounds {
  const min_micros = wireMicros(product.amount_min)
  const max_micros = wireMicros(product.amount_max)
  if (!platform) return { min_micros, max_micros }
  return {
    min_micros: largest(min_micros, wireMicros(platform.plan_amount_min)),
    max_micros: least(max_micros, wireMicros(platform.plan_amount_max)),
  }
}

function largest(left: Micros, right: Micros): Micros {
  return left + right - least(left, right)
}

/** The slider's amounts: both bounds and round ones between. */
export function stopsWithin({ min_micros, max_micros }: Bounds): Micros[] {
  const between = STOPS.map((stop) => BigInt(stop) * MICROS_PER_UNIT).filter(
    (stop) => stop > min_micros && stop < max_micros,
  )
  return max_micros > min_micros ? [min_micros, ...between, max_micros] : [min_micros]
}

/** The bounds limited to the available money; unchanged if that is unknown or below the minimum. */
export function withinMeans(bounds: Bounds, available_micros: Micros | null): Bounds {
  if (available_micros === null || available_micros < bounds.min_micros) return bounds
  return { ...bounds, max_micros: least(bounds.max_micros, wholeCents(available_micros)) }
}

/** The quick amounts, in percent of the available money. */
export const QUICK_SHARES = [25, 50, 100] as const

/** A share of the available money, rounded down to the cent and within the bounds; null if there is none. */
export function quickAmount(bounds: Bounds, available_micros: Micros | null, percent: number): Micros | null {
  if (available_micros === null) return null
  const share_micros = wholeCents(proportion(available_micros, BigInt(percent), 100n))
  return share_micros < bounds.min_micros ? null : least(share_micros, bounds.max_micros)
}

/** Rounded down to the cent: no plan has fractions of it. */
function wholeCents(amount_micros: Micros): Micros {
  return amount_micros - (amount_micros % CENT_MICROS)
}

/** The index of the last stop at or below an amount; 0 if it is below all. */
export function stopAt(stops: readonly Micros[], amount_micros: Micros): number {
  const found = stops.findLastIndex((stop) => stop <= amount_micros)
  return Math.max(0, found)
}

/** The maximum conversions of a plan (PRODUCT §4), computed as the server does: at least one. */
export function conversionCapOf(amount_micros: Micros, payout_micros: Micros, cap_percent: number): bigint {
  if (payout_micros <= 0n) return 0n
  const fitting = proportion(amount_micros, BigInt(cap_percent), 100n) / payout_micros
  return largest(fitting, 1n)
}

/** What is wrong with an amount before it is sent; null if nothing. */
export function amountFault(
  read: ReadAmount,
  bounds: Bounds,
  available_micros: Micros | null,
): AmountTextFault | 'below_range' | 'above_range' | 'insufficient' | null {
  if (read.amount === null) return read.fault
  const amount_micros = wireMicros(read.amount)
  if (amount_micros < bounds.min_micros) return 'below_range'
  if (amount_micros > bounds.max_micros) return 'above_range'
  return available_micros !== null && amount_micros > available_micros ? 'insufficient' : null
}
