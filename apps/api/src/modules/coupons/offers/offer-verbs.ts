import { closeCouponOffer, listCouponOffers } from '@adtally/contract/operator/finance/coupons.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listVerbByKey } from '../../staff-list.ts'
import { closeOffer, newestOffers, type Offer } from './offers.repository.ts'

const LISTED_DEFAULT = 100

/** Verbs for offers that are there. */
export const offerVerbs: readonly StaffVerb[] = [
  staffVerb(closeCouponOffer, ({ database }, staff, { offer_id, reason }) =>
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
  ),
  listVerbByKey(listCouponOffers, {
    limit_default: LISTED_DEFAULT,
    read: newestOffers,
    keyOf: ({ offer_id }) => offer_id,
    present: presentOffer,
  }),
]

/** An offer's terms for staff. */
function presentOffer({
  name_key: _,
  fixed_micros,
  worth_max_micros,
  amount_min_micros,
  team_cap_micros,
  ...offer
}: Offer) {
  return {
    ...offer,
    fixed_amount: fixed_micros === null ? null : formatAmount(fixed_micros),
    worth_max: formatAmount(worth_max_micros),
    amount_min: formatAmount(amount_min_micros),
    team_cap: team_cap_micros === null ? null : formatAmount(team_cap_micros),
  }
}
