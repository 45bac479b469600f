import type { Module } from '../module.ts'
import { archive } from './archive.ts'
import { resultSubscription } from './count-result.ts'
import { creditListRoute, userLevelRoute } from './standing.route.ts'
import type {} from './tables.ts'

export { createStanding } from './read-standing.ts'
export { vipFigures } from './told-figures.ts'

/** Level, VIP terms and credit score: derived from settled plans, and never used as an input. */
export const standingModule: Module = {
  name: 'standing',
  archive,
  routes: [userLevelRoute, creditListRoute],
  subscriptions: [resultSubscription],
}
