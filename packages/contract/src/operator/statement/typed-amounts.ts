/**
 * Every amount that staff may type, by its act and field, with what bounds it: a payment, a hold, a limit, a price, a part of an
 * entry. There is no other, so that no balance and no statistic can be typed anywhere (PRODUCT §2.2).
 */
export const TYPED_AMOUNTS = {
  'coupon-offer-create amount_min': 'the least plan that a coupon is good for, within the policy’s bounds',
  'coupon-offer-create fixed_amount': 'what one coupon is worth, within the policy’s bounds',
  'coupon-offer-create team_cap': 'what a team may get of an offer, within the policy’s bounds',
  'coupon-offer-create worth_max': 'what one coupon is worth at most, within the policy’s bounds',
  'create-placement price': 'a price, which advertisers and the publisher agreed on',
  'create-product amount_max': 'the largest plan of a product, within the policy’s bounds',
  'create-product amount_min': 'the smallest plan of a product, within the policy’s bounds',
  'create-product payout': 'a price, paid from the advertiser’s escrow alone',
  'issue-acceptance-code amount': 'an offer, within the acceptor’s limit and bond',
  'list-proposals sum_max': 'no more than what proposals are looked for by, which books nothing',
  'list-proposals sum_min': 'no less than what proposals are looked for by, which books nothing',
  'move-platform-money amount': 'a part of the platform’s own money',
  'pay-acceptor amount': 'a part of what the acceptor is owed',
  'pay-own-money amount': 'a part of the platform’s own money',
  'pay-publishers minimum': 'below which a publisher is not paid yet',
  'place-hold amount': 'a part of what the customer has available, of a withdrawal or of a disputed deposit',
  'policy-propose set': 'figures of a policy, each within the bounds that are stated of it',
  'propose-unpriced-policy set': 'figures of a policy, none of which is an amount',
  'reverse-entry amount': 'a part of the entry that is taken back',
  'set-acceptor-limit limit': 'a limit, within the acceptor’s bond',
  'take-out-bond amount': 'a part of the acceptor’s bond that covers nothing',
  'take-out-escrow amount': 'a part of the advertiser’s escrow that is owed to nobody',
} as const
