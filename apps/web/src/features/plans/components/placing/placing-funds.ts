import { formatAmount, least, type Micros } from '@adtally/money/money.ts'
import type { PlacingDraft } from './placing-address.ts'
import { wireMicros } from './placing-rules.ts'

/** The means that pay a plan, and how much each pays. */
export interface Funds {
  plan_micros: Micros
  coupon_micros: Micros
  startup_micros: Micros
  cash_micros: Micros
}

/** How the plan will be paid when sent: an addition comes on top of the amount, a deduction is part of it. */
export function fundsOf({ amount, coupon, startup }: PlacingDraft): Funds {
  const asked_micros = wireMicros(amount)
  const coupon_micros = coupon ? wireMicros(coupon.worth) : 0n
  const plan_micros = coupon?.adds ? asked_micros + coupon_micros : asked_micros
  const startup_micros = startup === '' ? 0n : wireMicros(startup)
  const cash_micros = plan_micros - coupon_micros - startup_micros
  return { plan_micros, coupon_micros, startup_micros, cash_micros }
}

/** The draft with another coupon; used startup funds are set to as much of the rest as there are. */
export function paidWith(
  draft: PlacingDraft,
  coupon: PlacingDraft['coupon'],
  startup_micros: Micros | null,
): PlacingDraft {
  const without = { ...draft, coupon, startup: '' }
  if (startup_micros === null) return without
  const used_micros = least(startup_micros, fundsOf(without).cash_micros)
  return { ...without, startup: used_micros > 0n ? formatAmount(used_micros) : '' }
}

/** Whether promotional money pays a part. */
export function isPromoted({ coupon, startup }: PlacingDraft): boolean {
  return coupon !== null || startup !== ''
}
