import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import {
  amount,
  amountInput,
  because,
  count,
  id,
  nothing,
  pageOf,
  pageQuery,
  requestId,
  time,
} from '../fields.ts'
import { lossRecord, planPut } from './plans.ts'

/** A customer's operated ID: eight digits, the first not 0. */
export const OPERATED_ID_PATTERN = /^[1-9]\d{7}$/

const operatedId = z
  .string({ error: because('field_invalid') })
  .check(z.trim(), z.minLength(1, 'field_required'), z.maxLength(40, 'field_too_long'))

/** A share of a follower's profit in whole percent. */
export const feePercent = z
  .int({ error: because('field_invalid') })
  .check(z.gte(0, 'field_invalid'), z.lte(100, 'field_invalid'))

/** Results of a leader's own settled plans over 12 months, all costs in (PRODUCT §2.7, §10). */
export const leaderRecord = z.object({
  ...lossRecord.shape,
  /** Under 30 settled plans of their own the platform's figures stand in. */
  basis: z.enum(['leader', 'platform']),
  /** The month that came out worst, by money; null where nothing has settled. UTC months. */
  worst_month: z.nullable(z.object({ month: z.string(), result_percent: z.string() })),
  /** How many settled plans of their own count. */
  own_settled_plans: count,
  /** Settled plans on related parties' products, which are left out of the record (PRODUCT §2.7). */
  left_out_plans: count,
})

const leaderMembers = {
  operated_id: z.string(),
  nickname: z.string(),
  /** The leader is a declared related party (PRODUCT §2.10). */
  related_party: z.boolean(),
}

export const FOLLOW_END_REASONS = ['ended_by_follower', 'replaced', 'leader_disabled'] as const

/** One time of following somebody. */
export const followRecord = z.object({
  relation_id: id,
  ...leaderMembers,
  /** Fixed when the following began. */
  fee_percent: count,
  started_at: time,
  ended_at: z.nullable(time),
  end_reason: z.nullable(z.enum(FOLLOW_END_REASONS)),
  /** Plans that were placed from this leader's drafts. */
  confirmed_plans: count,
  /** What has settled between these two persons, in any time of following (PRODUCT §10). */
  mark: z.object({
    /** All results so far, and the most that they ever came to: a share is due on what passes it. */
    cumulative: amount,
    high_water: amount,
    /** How much profit has to come first before a share is due again. */
    missing: amount,
    /** Paid in all, after corrections. */
    shares: amount,
  }),
})

/** A share of profit by the plan whose settlement, or correction after it, it follows from. */
const share = {
  at: time,
  /** 1 for the settlement; above it a correction, whose figures are differences. */
  revision: count,
  /** The plan's profit. */
  result: amount,
  fee_percent: count,
  /** Below 0: given back. */
  share: amount,
}

export const shareList = customerCall('GET /assistance/share/list', {
  name: 'shareList',
  auth: 'restricted',
  summary: 'What one’s followed plans came to and the share of profit that each paid, newest first',
  request: z.strictObject(pageQuery),
  response: pageOf(
    z.object({
      ...share,
      plan_id: id,
      plan_number: z.string(),
      product_name: z.string(),
      ...leaderMembers,
      /** Where the two persons stood afterwards. */
      cumulative: amount,
      high_water: amount,
    }),
  ),
  refusals: ['cursor_invalid'],
})

export const shareIncome = customerCall('GET /assistance/share/income', {
  name: 'shareIncome',
  auth: 'restricted',
  summary: 'What a leader earned by shares of profit, follower by follower',
  request: z.strictObject(pageQuery),
  response: z.object({
    ...pageOf(
      z.object({
        /** Followers are numbered by when they first followed; a leader is not told who they are. */
        follower_number: count,
        first_followed_at: time,
        /** Settled plans of theirs that followed this leader. */
        plans: count,
        income: amount,
        latest: z.nullable(z.object(share)),
      }),
    ).shape,
    total: amount,
  }),
  refusals: ['cursor_invalid'],
})

/** A plan of the leader's that waits for the follower's own amount. */
export const followDraft = z.object({
  draft_id: id,
  operated_id: z.string(),
  product_id: id,
  product_name: z.string(),
  image_url: z.nullable(z.string()),
  advertiser: z.string(),
  /** Whether the product takes plans at present. */
  open: z.boolean(),
  related_party: z.boolean(),
  payout: amount,
  amount_min: amount,
  amount_max: amount,
  /** What the leader has chosen; the follower's plan runs as long. */
  duration_days: count,
  loss_record: lossRecord,
  leader_placed_at: time,
  /** The draft goes by itself then. */
  expires_at: time,
})

export const assistanceList = customerCall('GET /assistance/list', {
  name: 'assistanceList',
  summary: 'Own operated ID, whom one follows at present, drafts to confirm, and follow records',
  request: z.strictObject(pageQuery),
  response: z.object({
    ...pageOf(followRecord).shape,
    own: z.object({
      operated_id: z.string(),
      /** How many follow this customer at present. */
      followers: count,
      /** This customer's own share of followers' profit. */
      fee_percent: count,
    }),
    /** Whom one follows at present. */
    relation: z.nullable(followRecord),
    /** Newest first; at most 50. */
    drafts: z.array(followDraft),
  }),
  refusals: ['cursor_invalid'],
})

const leaderRefusals = [
  'operated_id_not_found',
  'operated_id_own',
  'operated_id_current',
  'follow_circle',
  'related_party',
] as const

export const assistanceLeader = customerCall('POST /assistance/leader', {
  name: 'assistanceLeader',
  summary:
    'Whom an operated ID belongs to, with their settled record and fee rate; looked at before following',
  request: z.strictObject({ operated_id: operatedId }),
  response: z.object({ ...leaderMembers, fee_percent: count, record: leaderRecord }),
  refusals: leaderRefusals,
})

export const assistanceFollow = customerCall('POST /assistance/follow', {
  name: 'assistanceFollow',
  summary:
    'Follow the operator with this ID, at the fee rate that was shown; whom one followed before is replaced',
  request: z.strictObject({ request_id: requestId, operated_id: operatedId, fee_percent: feePercent }),
  response: followRecord,
  refusals: [...leaderRefusals, 'follow_fee_changed', 'request_id_reused'],
})

export const assistanceEnd = customerCall('POST /assistance/end', {
  name: 'assistanceEnd',
  summary: 'Stop following; drafts that wait are dropped, placed plans run on',
  request: z.strictObject({ relation_id: id }),
  response: followRecord,
  refusals: ['follow_not_found'],
})

export const draftConfirm = customerCall('POST /assistance/draft/confirm', {
  name: 'draftConfirm',
  summary: 'Place a plan from a draft with an amount of one’s own, paid as any plan is',
  request: z.strictObject({
    request_id: requestId,
    draft_id: id,
    amount: amountInput,
    coupon: planPut.request.shape.coupon,
    startup_amount: planPut.request.shape.startup_amount,
  }),
  response: planPut.response,
  refusals: ['draft_not_found', 'draft_not_open', ...planPut.refusals],
})

export const draftDismiss = customerCall('POST /assistance/draft/dismiss', {
  name: 'draftDismiss',
  summary: 'Drop a draft',
  request: z.strictObject({ draft_id: id }),
  response: nothing,
  refusals: ['draft_not_found', 'draft_not_open'],
})
