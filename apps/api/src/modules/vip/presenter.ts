import type { vipMonth } from '@adtally/contract/money/vip.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type * as z from 'zod/mini'
import type { Month } from './months.repository.ts'
import { cancelRefund, earnedAt } from './rules.ts'

/** A VIP month with its benefits so far. */
export function presentMonth(
  month: Month,
  brought: { plans: number; cash_spend_micros: Micros; rebate_micros: Micros },
  now: Date,
): z.infer<typeof vipMonth> {
  const is_open = month.ended_at === null && now < month.ends_at
  const end = month.ended_at ?? (is_open ? null : month.ends_at)
  return {
    vip_id: month.vip_id,
    price: formatAmount(month.price_micros),
    fee_percent: Number(month.fee_percent),
    vip_fee_percent: Number(month.vip_fee_percent),
    policy_version: month.policy_version,
    opened_at: month.opened_at.toISOString(),
    ends_at: month.ends_at.toISOString(),
    time_zone: month.time_zone,
    state: is_open ? 'open' : (month.end_reason ?? 'over'),
    ended_at: end?.toISOString() ?? null,
    plans: brought.plans,
    cash_spend: formatAmount(brought.cash_spend_micros),
    rebate: formatAmount(brought.rebate_micros),
    earned: formatAmount(earnedAt(month, end ?? now)),
    refund: is_open
      ? formatAmount(cancelRefund(month, brought.rebate_micros, now))
      : month.refund_micros === null
        ? null
        : formatAmount(month.refund_micros),
  }
}
