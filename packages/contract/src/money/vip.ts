import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { amount, because, count, id, pageOf, pageQuery, requestId, time } from '../fields.ts'

export const VIP_END_REASONS = ['over', 'cancelled'] as const

/** A month of VIP (PRODUCT §12). */
export const vipMonth = z.object({
  vip_id: id,
  price: amount,
  /** The platform's share of spend, and its lower share of cash spend in plans that settle in this month. */
  fee_percent: count,
  vip_fee_percent: count,
  policy_version: count,
  opened_at: time,
  /** A calendar month later on the customer's clock; it is not renewed. */
  ends_at: time,
  time_zone: z.string(),
  state: z.enum(['open', ...VIP_END_REASONS]),
  ended_at: z.nullable(time),
  /** Plans that settled in it, their cash spend, and how much of the platform's share came back. */
  plans: count,
  cash_spend: amount,
  rebate: amount,
  /** The part of the price that is earned by the time passed. */
  earned: amount,
  /** What cancelling refunds now or refunded: the rest of the price less the rebates. Null if it ran to its end. */
  refund: z.nullable(amount),
})

export const userVip = customerCall('GET /user/vip', {
  name: 'userVip',
  auth: 'restricted',
  summary: 'Months of VIP, newest first, with what each brought; `/user/level` tells the terms of a new one',
  request: z.strictObject(pageQuery),
  response: pageOf(vipMonth),
  refusals: ['cursor_invalid'],
})

export const vipOpen = customerCall('POST /user/vip/open', {
  name: 'vipOpen',
  summary: 'Open a month of VIP at the price and share that were shown',
  request: z.strictObject({
    request_id: requestId,
    price: z
      .string({ error: because('amount_malformed') })
      .check(z.regex(/^(0|[1-9]\d{0,11})\.\d{2,6}$/, 'amount_malformed')),
    vip_fee_percent: z
      .int({ error: because('field_invalid') })
      .check(z.gte(0, 'field_invalid'), z.lte(100, 'field_invalid')),
  }),
  response: vipMonth,
  refusals: [
    'amount_malformed',
    'vip_open_already',
    'vip_terms_changed',
    'vip_not_offered',
    'insufficient_balance',
    'request_id_reused',
  ],
})

export const vipCancel = customerCall('POST /user/vip/cancel', {
  name: 'vipCancel',
  auth: 'restricted',
  summary: 'End a month of VIP early: the rest of its price comes back, less the rebates it brought',
  request: z.strictObject({ vip_id: id }),
  response: vipMonth,
  refusals: ['vip_not_found', 'vip_not_open'],
})
