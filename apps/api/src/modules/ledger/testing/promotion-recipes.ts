import { newId } from '../../../database/identifiers.ts'
import { type Before, LATER, type Leg, leg, MOMENT, type Recipe, type Recipes, row, UNIT } from './recipe.ts'

const AMOUNT = 10n * UNIT
const EARNED = 5n * UNIT

const grant = (grant_id: string, customer_id: string) =>
  row('startup.grants', { grant_id, customer_id, amount_micros: AMOUNT, expires_at: LATER })

const GRANTED = { startup_granted: [leg('promo', 'customer_startup', AMOUNT)] } as const

const granted: Recipe = ({ customer_id }) => {
  const cause_id = newId()
  return { cause_id, rows: [grant(cause_id, customer_id)], legs: GRANTED.startup_granted }
}

const returned: Recipe = ({ customer_id }) => {
  const cause_id = newId()
  return {
    cause_id,
    rows: [
      grant(cause_id, customer_id),
      row('startup.returns', { grant_id: cause_id, customer_id, cause: 'returned', amount_micros: EARNED }),
    ],
    before: GRANTED,
    legs: [leg('customer_startup', 'promo', EARNED)],
  }
}

const couponUsed: Recipe = ({ customer_id }) => {
  const cause_id = newId()
  return {
    cause_id,
    rows: [row('coupons.uses', { coupon_id: cause_id, customer_id, worth_micros: AMOUNT })],
    legs: [leg('promo', 'customer_discount', AMOUNT)],
  }
}

const HALF_WAY = new Date((MOMENT.getTime() + LATER.getTime()) / 2)
const OPENED = { vip_opened: [leg('customer_available', 'fee_unearned', AMOUNT)] } as const
const CANCELLED = { ended_at: HALF_WAY, end_reason: 'cancelled', refund_micros: EARNED, rebate_micros: 0n }

const month =
  (values: object, legs: readonly Leg[], before: Before = {}): Recipe =>
  ({ customer_id, plan_id: vip_id }) => {
    const terms = { price_micros: AMOUNT, fee_percent: 10, vip_fee_percent: 5 }
    const times = { opened_at: MOMENT, ends_at: LATER, earned_until: MOMENT }
    const rows = [row('vip.months', { vip_id, customer_id, ...terms, ...times, ...values })]
    return { cause_id: vip_id, rows, before, legs }
  }

/** Recipes of startup funds, coupons and months of VIP. */
export const PROMOTION = {
  startup_granted: { startup: [granted] },
  startup_returned: { startup: [returned] },
  coupon_used: { coupon: [couponUsed] },
  vip_opened: { vip: [month({}, OPENED.vip_opened)] },
  vip_earned: { vip: [month({ earned_until: HALF_WAY }, [leg('fee_unearned', 'fee', EARNED)], OPENED)] },
  vip_cancelled: {
    vip: [
      month(CANCELLED, [leg('fee_unearned', 'customer_available', EARNED)], {
        ...OPENED,
        vip_earned: [leg('fee_unearned', 'fee', EARNED)],
      }),
    ],
  },
} satisfies Partial<Recipes>
