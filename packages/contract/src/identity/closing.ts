import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { amount, count, nothing } from '../fields.ts'
import { OWNER_REFUSALS, ownerProof } from './owner-proof.ts'
import { askedData } from './passkey.ts'

export const accountClosing = customerCall('GET /user/closing', {
  name: 'accountClosing',
  summary:
    'What stands in the way of closing the account: money, plans, withdrawals and VIP that have not ended; what lapses with it, and for how long its records are kept',
  request: z.strictObject({}),
  response: z.object({
    currency: z.string(),
    /** All of the customer's own money, whatever its part; 0.00 before the account is closed. */
    money: amount,
    /** The part that can be withdrawn now; the rest is in plans or on hold. */
    withdrawable: amount,
    plans_open: count,
    withdrawals_open: count,
    vip_runs: z.boolean(),
    /** Lapses instead of being paid out: a coupon's credit; and startup funds below. */
    discount: amount,
    startup_funds: amount,
    /** Coupons that could still be used, which a closed account can't. */
    coupons_unused: count,
    /** As the operator's law requires; null: a sandbox without one. */
    records_kept_years: z.nullable(count),
    may_close: z.boolean(),
  }),
  refusals: [],
})

export const accountClose = customerCall('POST /user/closing/close', {
  name: 'accountClose',
  summary:
    'Close the account for good, with the transaction password, or the sign-in password where none is set, and the second factor, where one is set up: it is cancelled, and reading, saving data and withdrawing what may still come stay open to its customer',
  request: z.strictObject(ownerProof),
  response: nothing,
  refusals: ['account_in_use', ...OWNER_REFUSALS],
  refusal_data: z.strictObject(askedData),
})
