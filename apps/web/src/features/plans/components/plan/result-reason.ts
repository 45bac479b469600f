import { microsOf } from '@adtally/client/signed-amount.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type { Plan } from '../../api/plans.ts'

/** The parts of a plan that explain its result. */
export type PlanResult = Pick<Plan, 'consumed' | 'revenue' | 'profit' | 'payout' | 'spend_parts'> & {
  figures: Pick<Plan['figures'], 'impressions' | 'clicks' | 'conversions' | 'revenue_reversed'>
}

/** The reason for a plan's result; amounts are decimal strings in major units. */
export type Reason =
  | { kind: 'noClicks' }
  | { kind: 'noConversions' }
  /** The plan lost only because of reversed conversions. */
  | { kind: 'reversed'; without: string }
  /** The plan lost only because coupon and startup funds bore spend; the customer's own spend was covered. */
  | { kind: 'promotional'; promotional: string; without: string }
  /** What each conversion cost; and how many would have covered the spend, if they were too few. */
  | { kind: 'perConversion'; cost: string; needed: bigint | null }

/** The main reason; null if nothing has been spent. */
export function reasonOf({ consumed, revenue, payout, spend_parts, figures }: PlanResult): Reason | null {
  const [spend_micros, revenue_micros] = [microsOf(consumed), microsOf(revenue)]
  const reversed_micros = microsOf(figures.revenue_reversed)
  if (spend_micros === 0n) return null
  const has_lost = revenue_micros < spend_micros
  if (has_lost && reversed_micros > 0n && revenue_micros + reversed_micros >= spend_micros)
    return { kind: 'reversed', without: formatAmount(revenue_micros + reversed_micros - spend_micros) }
  const own_micros = microsOf(spend_parts.cash)
  if (has_lost && own_micros < spend_micros && revenue_micros >= own_micros) {
    return {
      kind: 'promotional',
      promotional: formatAmount(spend_micros - own_micros),
      without: formatAmount(revenue_micros - own_micros),
    }
  }
  if (figures.conversions > 0) {
    const needed = has_lost ? roundedUp(spend_micros, microsOf(payout)) : null
    return { kind: 'perConversion', cost: each(spend_micros, figures.conversions), needed }
  }
  return { kind: figures.clicks > 0 ? 'noConversions' : 'noClicks' }
}

/** The cost of one, rounded down to the micro-unit; empty if there are none. */
export function each(spend_micros: Micros, count: number, per = 1n): string {
  return count === 0 ? '' : formatAmount((spend_micros * per) / BigInt(count))
}

function roundedUp(whole: Micros, part: Micros): bigint | null {
  return part <= 0n ? null : (whole + part - 1n) / part
}

/** A share between 0 and 1; null if there is no whole. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
