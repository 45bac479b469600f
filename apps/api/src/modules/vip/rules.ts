import { least, type Micros, proportion } from '@adtally/money/money.ts'

/** The terms of a VIP month that its money depends on. */
export interface MonthTerms {
  price_micros: Micros
  opened_at: Date
  ends_at: Date
}

/** How much of the price has been earned at a moment: in proportion to time, rounded down. */
export function earnedAt({ price_micros, opened_at, ends_at }: MonthTerms, at: Date): Micros {
  const whole_ms = ends_at.getTime() - opened_at.getTime()
  const passed_ms = Math.min(Math.max(at.getTime() - opened_at.getTime(), 0), whole_ms)
  return proportion(price_micros, BigInt(passed_ms), BigInt(whole_ms))
}

/** The refund of an early cancellation: the unearned part less the month's rebates, at least 0. */
export function cancelRefund(month: MonthTerms, rebate_micros: Micros, at: Date): Micros {
  const rest_micros = month.price_micros - earnedAt(month, at)
  return rest_micros - least(rest_micros, rebate_micros)
}

const DAY_MS = 86_400_000

/** When the next part is earned: a day later, or at the end. */
export function nextEarning({ ends_at }: MonthTerms, now: Date): Date {
  return new Date(Math.min(now.getTime() + DAY_MS, ends_at.getTime()))
}
