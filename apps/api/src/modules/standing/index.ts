import type { Module } from '../module.ts'
import { archive } from './archive.ts'
import { resultSubscription } from './count-result.ts'
import { standingOf } from './read-standing.ts'
import { creditListRoute, userLevelRoute } from './standing.route.ts'
import type {} from './tables.ts'
import { vipFigures } from './told-figures.ts'

/** Level, VIP terms and credit score: derived from settled plans, and an input of nothing. */
export const standingModule: Module = {
  name: 'standing',
  archive,
  routes: [userLevelRoute, creditListRoute],
  subscriptions: [resultSubscription],
  create: async (services) => {
    services.standing = { of: (tx, customer_id) => standingOf(services, tx, customer_id) }
    services.content.figure_sources.push(vipFigures)
  },
}
