import { least, type Micros, proportion } from '@adtally/money/money.ts'
import type { Parts } from '../running/spend-parts.ts'

/**
 * A plan's conversion cap (PRODUCT §4): as many payouts as fit into `cap_percent` of its amount, and at least one.
 * Escrow is reserved for all of them.
 */
export function conversionCap(amount_micros: Micros, payout_micros: Micros, cap_percent: bigint): bigint {
  const fitting = proportion(amount_micros, cap_percent, 100n) / payout_micros
  return largest(fitting, 1n)
}

/** A product's bounds for a plan's amount, narrowed by the policy's. */
export function amountBounds(
  product: { amount_min_micros: Micros; amount_max_micros: Micros },
  policy: { amount_min_micros: Micros; amount_max_micros: Micros },
): { amount_min_micros: Micros; amount_max_micros: Micros } {
  return {
    amount_min_micros: largest(product.amount_min_micros, policy.amount_min_micros),
    amount_max_micros: least(product.amount_max_micros, policy.amount_max_micros),
  }
}

function largest(left: Micros, right: Micros): Micros {
  return left + right - least(left, right)
}

/** Splits a plan's amount: cash pays what coupon and startup funds don't; null if these exceed the amount. */
export function partsAsked(
  amount_micros: Micros,
  discount_micros: Micros,
  startup_micros: Micros,
): Parts | null {
  const cash_micros = amount_micros - discount_micros - startup_micros
  return cash_micros < 0n ? null : { cash_micros, discount_micros, startup_micros }
}
