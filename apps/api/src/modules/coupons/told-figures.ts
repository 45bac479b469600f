import type { FigureSource } from '../content/index.ts'
import { NEWCOMER_LIFE_DAYS } from './rules.ts'

/** The figures of coupons that help pages name. */
export const couponFigures: FigureSource = {
  follows_from: [],
  values: () => ({ newcomer_coupon_days: NEWCOMER_LIFE_DAYS }),
}
