import type { Module } from '../module.ts'
import { draftsAhead } from './ahead.repository.ts'
import { archive } from './archive.ts'
import {
  assistanceEndRoute,
  assistanceFollowRoute,
  assistanceLeaderRoute,
  assistanceListRoute,
  draftConfirmRoute,
  draftDismissRoute,
  shareIncomeRoute,
  shareListRoute,
} from './assistance.route.ts'
import { draftLapseJob, leaderDisabled, leaderDisabledRest, leaderPlacedSubscription } from './make-drafts.ts'
import { setLeaderFeeVerb } from './shares/set-leader-fee.ts'
import type {} from './tables.ts'

export { createFollows, type FollowsEngine } from './engine.ts'
export { FOLLOWED_PLAN_CAUSE } from './followed-plan-cause.ts'
export { followersOf } from './relations.repository.ts'
export { profitSharing } from './shares/share-profit.ts'
export { followFigures } from './told-figures.ts'

/** Who follows whom, drafts of leaders' plans, leaders' fee rates, high-water marks. */
export const followsModule: Module = {
  name: 'follows',
  archive,
  ahead: (_services, tx, whose) => draftsAhead(tx, whose),
  routes: [
    assistanceListRoute,
    assistanceLeaderRoute,
    assistanceFollowRoute,
    assistanceEndRoute,
    draftConfirmRoute,
    draftDismissRoute,
    shareListRoute,
    shareIncomeRoute,
  ],
  verbs: [setLeaderFeeVerb],
  jobs: [draftLapseJob],
  subscriptions: [leaderPlacedSubscription, leaderDisabled, leaderDisabledRest],
}
