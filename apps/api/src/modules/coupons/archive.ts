import { type ArchivePart, ownTable } from '../archive-table.ts'

/** Coupons with their worth and outcome. */
export const archive: ArchivePart = {
  tables: [
    ownTable(
      'coupons.coupons',
      [
        ...[
          'coupon_id',
          'origin',
          'offer_id',
          'kind',
          'effect',
          'percent',
          'fixed_micros',
          'worth_max_micros',
        ],
        ...['amount_min_micros', 'product_id', 'policy_version', 'issued_at', 'expires_at', 'state'],
        ...['closed_at', 'revoke_reason', 'plan_id', 'worth_micros'],
      ],
      { by: ['issued_at', 'coupon_id'] },
    ),
  ],
  left_out: {
    'coupons.offers': 'an offer that is made to somebody; the coupon that came of it says the same',
    'coupons.teams': 'a leader’s team as staff set it up; the coupons of its members are theirs',
    'coupons.uses': 'for which plan a coupon was used, which the coupon says',
  },
}
