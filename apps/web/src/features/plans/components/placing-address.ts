import { isAmountText } from '@adtally/money/money.ts'

/** The steps of placing a plan; each is a state of the product's page. */
export const STEPS = ['amount', 'review', 'done'] as const
export type Step = (typeof STEPS)[number]

/** What a plan is placed with. */
export interface PlacingDraft {
  /** As typed: a decimal string in major units, or empty. */
  amount: string
  duration_days: number
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
  const amount = search.get('amount') ?? ''
  const days = DURATIONS.find((each) => String(each) === search.get('days'))
  return { amount: isAmountText(amount) ? amount : '', duration_days: days ?? DURATION_DEFAULT }
}

/** The address of a step, with all that it needs to be opened again. */
export function stepAddress(product_id: string, step: Step, { amount, duration_days }: PlacingDraft): string {
  const search = new URLSearchParams({ id: product_id, step, amount, days: String(duration_days) })
  return `/plan/goods-detail?${search}`
}
