import { isAmountText } from '@adtally/money/money.ts'

/** The steps of placing a plan; each is a state of the product's page. `pay` is there for who has something to pay with. */
export const STEPS = ['amount', 'pay', 'review', 'done'] as const
export type Step = (typeof STEPS)[number]

/** A coupon as it was chosen. */
export interface ChosenCoupon {
  coupon_id: string
  /** What it was shown to pay: a decimal string in major units. */
  worth: string
  /** It comes on top of the amount and is no part of it. */
  adds: boolean
}

/** What a plan is placed with. */
export interface PlacingDraft {
  /** What was typed is taken for: a decimal string in major units; empty where it is no amount. */
  amount: string
  duration_days: number
  coupon: ChosenCoupon | null
  /** What startup funds pay: a decimal string in major units; empty: nothing. */
  startup: string
  /** The leader's plan that it follows, where it does. */
  leader_draft_id: string | null
}

/** Days that a plan can run; the contract's bounds. */
export const DURATIONS = [7, 14, 30, 60, 90] as const
const DURATION_DEFAULT = 30

/** The page of a product; `amount` is taken over into the placing, as when a plan is repeated. */
export function productAddress(product_id: string, amount?: string): string {
  const search = new URLSearchParams({ id: product_id })
  if (amount !== undefined) search.set('amount', amount)
  return `/plan/goods-detail?${search}`
}

/** The step in the page's address; null for the product itself. */
export function stepIn(search: URLSearchParams): Step | null {
  return STEPS.find((step) => step === search.get('step')) ?? null
}

/** What the page's address says of the placing. */
export function draftIn(search: URLSearchParams): PlacingDraft {
  const amountOf = (name: string) => {
    const text = search.get(name) ?? ''
    return isAmountText(text) ? text : ''
  }
  const days = DURATIONS.find((each) => String(each) === search.get('days'))
  const leader_draft_id = search.get('draft')
  const [coupon_id, worth] = [search.get('coupon'), amountOf('worth')]
  return {
    amount: amountOf('amount'),
    duration_days: days ?? DURATION_DEFAULT,
    coupon: coupon_id && worth !== '' ? { coupon_id, worth, adds: search.has('adds') } : null,
    startup: amountOf('startup'),
    leader_draft_id,
  }
}

/** The address of a step, with all that it needs to be opened again. */
export function stepAddress(product_id: string, step: Step, draft: PlacingDraft): string {
  const { amount, duration_days, coupon, startup, leader_draft_id } = draft
  const search = new URLSearchParams({ id: product_id, step, amount, days: String(duration_days) })
  if (coupon) {
    search.set('coupon', coupon.coupon_id)
    search.set('worth', coupon.worth)
    if (coupon.adds) search.set('adds', '1')
  }
  if (startup !== '') search.set('startup', startup)
  if (leader_draft_id !== null) search.set('draft', leader_draft_id)
  return `/plan/goods-detail?${search}`
}
