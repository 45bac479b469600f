import { isAmountText } from '@adtally/money/money.ts'

/** The steps of placing a plan, each a state of the product's page; `pay` only if there are means beside cash. */
export const STEPS = ['amount', 'pay', 'review', 'done'] as const
export type Step = (typeof STEPS)[number]

export interface ChosenCoupon {
  coupon_id: string
  /** What it was shown to pay: a decimal string in major units. */
  worth: string
  /** Whether it comes on top of the amount instead of paying part of it. */
  adds: boolean
}

/** What a plan is placed with. */
export interface PlacingDraft {
  /** A decimal string in major units; empty if the typed text is no amount. */
  amount: string
  duration_days: number
  coupon: ChosenCoupon | null
  /** Startup funds' share: a decimal string in major units; empty for none. */
  startup: string
  /** The leader's plan that it follows, or null. */
  leader_draft_id: string | null
}

/** How many days a plan can run; within the contract's bounds. */
export const DURATIONS = [7, 14, 30, 60, 90] as const
const DURATION_DEFAULT = 30

/** The address of a product; `amount` prefills the placing, as when a plan is repeated. */
export function productAddress(product_id: string, amount?: string): string {
  const search = new URLSearchParams({ id: product_id })
  if (amount !== undefined) search.set('amount', amount)
  return `/plan/goods-detail?${search}`
}

/** The step in the page's address; null for the product itself. */
export function stepIn(search: URLSearchParams): Step | null {
  return STEPS.find((step) => step === search.get('step')) ?? null
}

/** The draft in the page's address. */
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

/** The address of a step, with everything needed to open it again. */
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
