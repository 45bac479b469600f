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

export const assistanceListRoute = customerRoute(assistanceList, (input, { customer_id }, { services }) =>
  listAssistance(services, customer_id, input),
)

export const assistanceLeaderRoute = customerRoute(
  assistanceLeader,
  ({ operated_id }, { customer_id }, { services }) => previewLeader(services, customer_id, operated_id),
)

export const assistanceFollowRoute = customerRoute(
  assistanceFollow,
  async (input, { customer_id }, { services }) =>
    recordOf(services, await follow(services, customer_id, input)),
)

export const assistanceEndRoute = customerRoute(
  assistanceEnd,
  async ({ relation_id }, { customer_id }, { services }) =>
    recordOf(services, await endFollow(services, customer_id, relation_id)),
)

export const shareListRoute = customerRoute(shareList, (input, { customer_id }, { services }) =>
  listShares(services, customer_id, input),
)

export const shareIncomeRoute = customerRoute(shareIncome, (input, { customer_id }, { services }) =>
  listIncome(services, customer_id, input),
)

export const draftConfirmRoute = customerRoute(
  draftConfirm,
  async (input, { customer_id }, { services, time_zone }) => {
    const { request_id, draft_id } = input
    const request = { request_id, draft_id, time_zone, ...askedMeans(services, input) }
    return presentPlacing(await confirmDraft(services, customer_id, request))
  },
)

export const draftDismissRoute = customerRoute(
  draftDismiss,
  async ({ draft_id }, { customer_id }, { services }) => {
    await dismissDraft(services, customer_id, draft_id)
    return {}
  },
)
