/**
 * Acts of staff that touch a customer's account, as named in `accountabilityList`; those of two people also occur
 * with a suffix of `STAFF_ACT_STAGES`. A later version may have more.
 */
export const STAFF_ACTS = [
  'acceptance_code.withdrawn',
  'chat.answered',
  'chat.marked_read',
  'chat.viewed',
  'coupon.issue',
  'coupon.revoke',
  'coupon_offer.create',
  'customer.activate',
  'customer.cancel',
  'customer.confirm_email',
  'customer.disable',
  'customer.enable',
  'customer.viewed',
  'deposit.book',
  'deposit.recall',
  'deposits.viewed',
  'exchange.decide',
  'exchange.disputed',
  'exchange.evidence_added',
  'exchange.given_up',
  'exchange.make_good',
  'exchange.marked_paid',
  'feedback.answered',
  'feedback.viewed',
  'hold.appeal_decided',
  'hold.extend',
  'hold.place',
  'hold.released',
  'hold.review',
  'image.viewed',
  'leader_fee.set',
  'login_password.reset',
  'related_party.declared',
  'related_party.end',
  'second_factor.remove',
  'session.ended_by_service',
  'withdrawal.approve',
  'withdrawal.bounced',
  'withdrawal.confirmed',
  'withdrawal.end',
  'withdrawal.refused',
  'withdrawal.sent',
] as const
export type StaffAct = (typeof STAFF_ACTS)[number]

/** The first person's half of a two-person act, and how it ends without the second. */
export const STAFF_ACT_STAGES = ['proposed', 'refused', 'withdrawn'] as const
export type StaffActStage = (typeof STAFF_ACT_STAGES)[number]
