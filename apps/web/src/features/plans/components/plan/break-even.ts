import { microsOf } from '@adtally/client/signed-amount.ts'
import { ratio } from '@adtally/money/money.ts'
import type { PlanResult } from './result-reason.ts'
import { each } from './result-reason.ts'

/** What would have covered a plan's spend, computed from past events only. */
export interface BreakEven {
  /** At the actual cost per click: the share of clicks that had to convert, and that did; null without clicks. */
  rate: { cost_per_click: string; needed: number; actual: number } | null
}

/** Where a plan would have broken even; null if nothing has been spent. */
export function breakEvenOf({ consumed, payout, figures }: PlanResult): BreakEven | null {
  const [spend_micros, payout_micros] = [microsOf(consumed), microsOf(payout)]
  if (spend_micros === 0n) return null
  const { clicks, conversions } = figures
  if (clicks === 0 || payout_micros <= 0n) return { rate: null }
  return {
    rate: {
      cost_per_click: each(spend_micros, clicks),
      // Spend ÷ clicks ÷ payout; above 1 if a click costs more than a conversion brings.
      needed: ratio(spend_micros, payout_micros * BigInt(clicks)),
      actual: conversions / clicks,
    },
  }
}
