import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { amount, amountInput, count, id, requestId, time } from '../fields.ts'

/** A customer's grant: open, returned whole, or expired; in the latter cases what plans bring back goes too. */
export const STARTUP_STATES = ['open', 'returned', 'expired'] as const

const startup = z.object({
  /** The amount and days of a grant now, by policy; 0.00: none is given at present. */
  offered: z.object({ amount, days: count }),
  /** Null before the one grant that a verified person can have. */
  grant: z.nullable(
    z.object({
      grant_id: id,
      amount,
      granted_at: time,
      expires_at: time,
      state: z.enum(STARTUP_STATES),
      /** Not in any plan: can be placed, or returned with one tap. */
      unused: amount,
      /** In running plans. */
      in_plans: amount,
    }),
  ),
})

export const startupDetail = customerCall('GET /startup/detail', {
  name: 'startupDetail',
  auth: 'restricted',
  summary: "Startup funds: a promotional advance for plans, not the customer's money",
  request: z.strictObject({}),
  response: startup,
  refusals: [],
})

export const startupReceive = customerCall('POST /startup/receive', {
  name: 'startupReceive',
  summary: 'Take the startup funds; nothing is owed, and no deposit is asked for',
  request: z.strictObject({ request_id: requestId }),
  response: startup,
  refusals: ['startup_not_offered', 'startup_received', 'promotion_exhausted', 'request_id_reused'],
})

export const startupReturn = customerCall('POST /startup/return', {
  name: 'startupReturn',
  auth: 'restricted',
  summary: 'Return unused startup funds, as much as was shown',
  request: z.strictObject({ request_id: requestId, amount: amountInput }),
  response: startup,
  refusals: ['amount_malformed', 'amount_zero', 'startup_funds_insufficient', 'request_id_reused'],
})
