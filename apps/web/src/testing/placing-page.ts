import { page as browser } from 'vitest/browser'
import { buildCoupon } from './coupon-replies.ts'
import { pageOf, type Replies, type Replying, success } from './fake-api.ts'
import { openPage } from './open-page.ts'
import { buildProduct, PLAN_ID, PRODUCT_ID } from './plan-replies.ts'
import { buildProperty } from './wallet-replies.ts'

/** The answer to a placed plan. */
export const placed = success({
  plan_id: PLAN_ID,
  number: 'P100002',
  conversion_cap: 277,
  reserved: '498.60',
  create_time: '2026-03-01T12:00:00Z',
})
/** A wallet with 360. */
export const WALLET = buildProperty({
  total_assets: '360.00',
  available_balance: '360.00',
  total_deposited: '360.00',
})
/** The second coupon. */
export const LATER_ID = '01890000-0000-7000-8000-0000000000c2'
/** The first coupon. */
export const coupon = buildCoupon()
/** A coupon that adds to the amount. */
export const thanks = buildCoupon({ coupon_id: LATER_ID, name: 'Thank you', effect: 'addition' })
/** What two coupons do to a plan of 250; a third is too small for it. */
export const USABLE = pageOf(
  { coupon, plan_amount: '250.00', own_money: '230.00', worth: '20.00', reason: null, why: null },
  { coupon: thanks, plan_amount: '258.00', own_money: '250.00', worth: '8.00', reason: null, why: null },
  {
    coupon: buildCoupon({ coupon_id: PLAN_ID, name: 'Big plans' }),
    plan_amount: '250.00',
    own_money: '250.00',
    worth: '0.00',
    reason: 'coupon_amount_below',
    why: 'This plan is below the coupon’s minimum amount',
  },
)

/** A step's address. */
export const step = (name: string, members: Record<string, string> = {}) =>
  `/plan/goods-detail?${new URLSearchParams({ id: PRODUCT_ID, step: name, ...members })}`
/** Opens placing at an address, with what its calls answer; answers what was sent, as `openPage` does. */
export function start(
  at: string,
  put: Replying = placed,
  means: { coupons?: boolean; startup_funds?: string; language?: 'en' | 'de' } = {},
  replies: Replies = {},
) {
  const { coupons = false, startup_funds = '0.00', language = 'en' } = means
  const needed = {
    '/plan/order/app/detail': success(buildProduct()),
    '/user/property': success({ ...WALLET, startup_funds }),
    '/plan/order/put': put,
    '/user_coupon/list': coupons ? pageOf(coupon) : pageOf(),
    '/user_coupon/usable': USABLE,
  }
  return openPage(at, { ...needed, ...replies }, { language })
}
/** What `start` answers. */
export type Started = Awaited<ReturnType<typeof start>>
/** The plans that were asked for. */
export const puts = (sent: Started) => sent('/plan/order/put')
/** A button by its name. */
export const button = (name: string | RegExp) => browser.getByRole('button', { name, exact: true })
/** The amount’s field. */
export const amount = () => browser.getByRole('textbox', { name: 'Investment amount' })
/** Types an amount and continues. */
export async function review(text: string): Promise<void> {
  await amount().fill(text)
  await button('Review').click()
}
/** The button that places 250. */
export const placeButton = () => button('Place plan · 250.00 USD')
/** Clicks an element once. */
export const tap = (element: Element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
/** Two taps in the same tick, as a finger may give them. */
export function doubleTap(element: Element): void {
  tap(element)
  tap(element)
}
