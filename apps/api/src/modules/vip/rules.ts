import { least, type Micros, proportion } from '@adtally/money/money.ts'

/** A month of VIP, as its money depends on it. */
export interface MonthTerms {
  price_micros: Micros
  opened_at: Date
  ends_at: Date
}

/** What of the price has been earned at a moment: by the time that passed, rounded down. */
export function earnedAt({ price_micros, opened_at, ends_at }: MonthTerms, at: Date): Micros {
  const whole_ms = ends_at.getTime() - opened_at.getTime()
  const passed_ms = Math.min(Math.max(at.getTime() - opened_at.getTime(), 0), whole_ms)
  return proportion(price_micros, BigInt(passed_ms), BigInt(whole_ms))
}

/** What an early cancel gives back: what is not earned, less the rebates of the month, never below nothing. */
export function cancelRefund(month: MonthTerms, rebate_micros: Micros, at: Date): Micros {
  const rest_micros = month.price_micros - earnedAt(month, at)
  return rest_micros - least(rest_micros, rebate_micros)
}

const DAY_MS = 86_400_000

/** When the next part is earned: a day on, or at the end. */
export function nextEarning({ ends_at }: MonthTerms, now: Date): Date {
  return new Date(Math.min(now.getTime() + DAY_MS, ends_at.getTime()))
}
