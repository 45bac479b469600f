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

/** Results of a leader's own settled plans over 12 months, with all costs (PRODUCT §2.7, §10). */
export const leaderRecord = z.object({
  ...lossRecord.shape,
  /** `platform`: the platform's figures stand in for fewer than 30 own settled plans. */
  basis: z.enum(['leader', 'platform']),
  /** The worst month by money, in UTC; null if nothing has settled. */
  worst_month: z.nullable(z.object({ month: z.string(), result_percent: z.string() })),
  /** How many of their own settled plans count. */
  own_settled_plans: count,
  /** Settled plans on related parties' products, which the record leaves out (PRODUCT §2.7). */
  left_out_plans: count,
})

const leaderMembers = {
  operated_id: z.string(),
  nickname: z.string(),
  /** Whether the leader is a declared related party (PRODUCT §2.10). */
  related_party: z.boolean(),
}

export const FOLLOW_END_REASONS = ['ended_by_follower', 'replaced', 'leader_disabled'] as const

/** One period of following somebody. */
export const followRecord = z.object({
  relation_id: id,
  ...leaderMembers,
  /** Fixed when following began. */
  fee_percent: count,
  started_at: time,
  ended_at: z.nullable(time),
  end_reason: z.nullable(z.enum(FOLLOW_END_REASONS)),
  confirmed_plans: count,
  /** What has settled between these two people, over all periods of following (PRODUCT §10). */
  mark: z.object({
    /** The sum of all results, and its highest value so far: a share is due on what exceeds that. */
    cumulative: amount,
    high_water: amount,
    /** How much profit is missing before a share is due again. */
    missing: amount,
    /** The total paid, after corrections. */
    shares: amount,
  }),
})

/** A share of profit, from a plan's settlement or a later correction. */
const share = {
  at: time,
  /** 1 for the settlement; higher for corrections, whose figures are differences. */
  revision: count,
  result: amount,
  fee_percent: count,
  /** Negative if it was returned. */
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
      /** The relation's sums afterwards. */
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
        /** Followers are numbered in the order of first following; leaders are not told who they are. */
        follower_number: count,
        first_followed_at: time,
        /** How many of their plans that followed this leader have settled. */
        plans: count,
        income: amount,
        latest: z.nullable(z.object(share)),
      }),
    ).shape,
    total: amount,
  }),
  refusals: ['cursor_invalid'],
})

/** A leader's plan that waits for the follower's amount. */
export const followDraft = z.object({
  draft_id: id,
  /** The leader's. */
  operated_id: z.string(),
  nickname: z.string(),
  product_id: id,
  product_name: z.string(),
  image_url: z.nullable(z.string()),
  advertiser: z.string(),
  /** Whether the product takes plans now. */
  open: z.boolean(),
  related_party: z.boolean(),
  payout: amount,
  amount_min: amount,
  amount_max: amount,
  /** The leader's duration; the follower's plan gets the same. */
  duration_days: count,
  loss_record: lossRecord,
  leader_placed_at: time,
  /** When the draft expires. */
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
      /** How many follow this customer now. */
      followers: count,
      /** This customer's own share of followers' profit. */
      fee_percent: count,
    }),
    /** The leader followed now. */
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
