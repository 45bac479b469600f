import { id } from '@adtally/contract/fields.ts'
import { reasonText } from '@adtally/contract/operator/fields.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listVerbByKey } from '../../staff-list.ts'
import { closeOffer, newestOffers, type Offer } from './offers.repository.ts'

const LISTED_DEFAULT = 100

/** Closing takes nothing from customers who have a coupon, so one person may do it. */
export const offerVerbs: readonly StaffVerb[] = [
  staffVerb({
    name: 'coupon-offer-close',
    summary: 'No further coupons of an offer; those that were issued stay good: --offer-id --reason',
    roles: ['content', 'finance_maker', 'finance_checker', 'risk'],
    input: z.strictObject({ offer_id: id, reason: reasonText }),
    run: ({ database }, staff, { offer_id, reason }) =>
      database.transaction({ kind: 'system' }, async (tx) => {
        if (!(await closeOffer(tx, offer_id, reason))) {
          throw new Refusal('record_not_found', { field: 'offer_id' })
        }
        await audit.byStaff(tx, staff, {
          action: 'coupon_offer.closed',
          subject: { kind: 'coupon_offer', id: offer_id },
          reason,
        })
        return { offer_id }
      }),
  }),
  listVerbByKey({
    name: 'coupon-offer-list',
    summary: 'Coupon offers, newest first',
    roles: ['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'],
    limit_default: LISTED_DEFAULT,
    read: newestOffers,
    keyOf: ({ offer_id }) => offer_id,
    present: presentOffer,
  }),
]

/** An offer for staff: its terms, and how many coupons were issued. */
function presentOffer({
  fixed_micros,
  worth_max_micros,
  amount_min_micros,
  team_cap_micros,
  ...offer
}: Offer) {
  return {
    ...offer,
    fixed_amount: fixed_micros === null ? null : formatAmount(fixed_micros),
    worth_max: worth_max_micros === null ? null : formatAmount(worth_max_micros),
    amount_min: formatAmount(amount_min_micros),
    team_cap: team_cap_micros === null ? null : formatAmount(team_cap_micros),
  }
}
