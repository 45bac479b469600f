import type { FigureSource } from '../content/index.ts'
import { NEWCOMER_LIFE_DAYS } from './rules.ts'

/** What help tells customers of it. */
export const couponFigures: FigureSource = {
  follows_from: [],
  values: () => ({ newcomer_coupon_days: NEWCOMER_LIFE_DAYS }),
}
