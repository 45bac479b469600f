import * as z from 'zod/mini'
import { customerCall } from './call.ts'
import { amount, amountInput, because, count, id, nothing, requestId, time } from './fields.ts'

/** The steps by which a sandbox's clock can be advanced, in milliseconds. */
export const CLOCK_STEPS = { hour: 3_600_000, day: 86_400_000, eight_days: 691_200_000 } as const
export type ClockStep = keyof typeof CLOCK_STEPS

/** What time brings a customer without anybody's act, in the app's words (PRODUCT §4, §2.3, §2.4, §10–§13). */
export const AHEAD_KINDS = [
  'plan_not_checked',
  'plan_not_shown',
  'plan_ends',
  'plan_returns_unspent',
  'plan_settles',
  'hold_ends',
  'withdrawal_due',
  'beneficiary_usable',
  'coupon_expires',
  'startup_funds_end',
  'vip_ends',
  'draft_expires',
  'exchange_offer_ends',
  'exchange_payment_due',
  'exchange_confirmation_due',
  'exchange_decision_due',
] as const
export type AheadKind = (typeof AHEAD_KINDS)[number]

const ahead = z.object({
  kind: z.enum(AHEAD_KINDS),
  at: time,
  subject_id: id,
  /** Its name, such as a plan's number. */
  name: z.nullable(z.string()),
  amount: z.nullable(amount),
})

export const sandboxClock = customerCall('GET /sandbox/clock', {
  name: 'sandboxClock',
  summary:
    'The sandbox’s clock, how far it has come while it goes on, and what of the caller’s comes by then; nowhere but in a sandbox that may be played (PRODUCT §2.9)',
  request: z.strictObject({}),
  response: z.object({
    now: time,
    clock_offset_ms: z.int(),
    /** Set while the clock advances, on anyone’s wish. */
    moving: z.nullable(z.object({ from: time, until: time })),
    /** What happens within the longest step, nearest first. */
    ahead: z.array(ahead),
    ahead_left_off: count,
  }),
  refusals: [],
})

export const sandboxClockAdvance = customerCall('POST /sandbox/clock/advance', {
  name: 'sandboxClockAdvance',
  summary:
    'Wish that the sandbox’s clock go on; what falls due on the way is done at its time. The same request_id again is the same wish',
  request: z.strictObject({
    request_id: requestId,
    step: z.enum(['hour', 'day', 'eight_days'], { error: because('field_invalid') }),
  }),
  response: nothing,
  refusals: ['clock_moving', 'request_id_reused'],
})

/** The most that a simulated transfer brings, in major units, to stay far below a statement's largest balance. */
export const SANDBOX_TRANSFER_MAX = '100000.00'

/** Only served by a sandbox with its own bank. */
export const sandboxTransfer = customerCall('POST /sandbox/transfer', {
  name: 'sandboxTransfer',
  summary:
    "Makes a payment at the sandbox's bank, from an account of the caller's to the deposit account, with the caller's reference; the bank's statement is fetched at once",
  request: z.strictObject({ request_id: requestId, amount: amountInput }),
  response: z.object({ amount, reference: z.string() }),
  refusals: [
    'amount_malformed',
    'bank_unreachable',
    'field_invalid',
    'payments_stopped',
    'request_id_reused',
  ],
})
