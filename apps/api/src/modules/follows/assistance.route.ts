import {
  assistanceEnd,
  assistanceFollow,
  assistanceLeader,
  assistanceList,
  draftConfirm,
  draftDismiss,
  shareIncome,
  shareList,
} from '@adtally/contract/plans/follow.ts'
import { askedMeans, presentPlacing } from '../plans/index.ts'
import { customerRoute } from '../route.ts'
import { confirmDraft, dismissDraft } from './confirm-draft.ts'
import { endFollow } from './end-follow.ts'
import { follow } from './follow.ts'
import { listAssistance, previewLeader, recordOf } from './list-assistance.ts'
import { listIncome, listShares } from './shares/list-shares.ts'

/** `GET /assistance/list`. */
export const assistanceListRoute = customerRoute(assistanceList, (input, { customer_id }, { services }) =>
  listAssistance(services, customer_id, input),
)

/** `POST /assistance/leader`. */
export const assistanceLeaderRoute = customerRoute(
  assistanceLeader,
  ({ operated_id }, { customer_id }, { services }) => previewLeader(services, customer_id, operated_id),
)

/** `POST /assistance/follow`. */
export const assistanceFollowRoute = customerRoute(
  assistanceFollow,
  async (input, { customer_id }, { services }) =>
    recordOf(services, await follow(services, customer_id, input)),
)

/** `POST /assistance/end`. */
export const assistanceEndRoute = customerRoute(
  assistanceEnd,
  async ({ relation_id }, { customer_id }, { services }) =>
    recordOf(services, await endFollow(services, customer_id, relation_id)),
)

/** `GET /assistance/share/list`. */
export const shareListRoute = customerRoute(shareList, (input, { customer_id }, { services }) =>
  listShares(services, customer_id, input),
)

/** `GET /assistance/share/income`. */
export const shareIncomeRoute = customerRoute(shareIncome, (input, { customer_id }, { services }) =>
  listIncome(services, customer_id, input),
)

/** `POST /assistance/draft/confirm`. */
export const draftConfirmRoute = customerRoute(
  draftConfirm,
  async (input, { customer_id }, { services, time_zone }) => {
    const { request_id, draft_id } = input
    const request = { request_id, draft_id, time_zone, ...askedMeans(services, input) }
    return presentPlacing(await confirmDraft(services, customer_id, request))
  },
)

/** `POST /assistance/draft/dismiss`. */
export const draftDismissRoute = customerRoute(
  draftDismiss,
  async ({ draft_id }, { customer_id }, { services }) => {
    await dismissDraft(services, customer_id, draft_id)
    return {}
  },
)
