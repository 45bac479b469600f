import type { StaffAct } from '@adtally/contract/staff-acts.ts'

/** The message under `customer.actions` that says each act of staff. */
export const STAFF_ACT_TEXTS = {
  'acceptance_code.withdrawn': 'exchangeOfferWithdrawn',
  'coupon.issue': 'couponGiven',
  'coupon.revoke': 'couponTakenBack',
  'coupon_offer.create': 'couponPrepared',
  'customer.activate': 'accountActivated',
  'customer.cancel': 'accountClosed',
  'customer.disable': 'accountDisabled',
  'customer.enable': 'accountEnabled',
  'customer.viewed': 'accountViewed',
  'deposit.book': 'depositBooked',
  'feedback.answered': 'feedbackAnswered',
  'hold.extend': 'holdExtended',
  'hold.place': 'holdPlaced',
  'hold.released': 'holdReleased',
  'image.viewed': 'imageViewed',
  'leader_fee.set': 'leaderFeeSet',
  'related_party.declared': 'relatedPartyDeclared',
  'withdrawal.approve': 'withdrawalApproved',
  'withdrawal.confirmed': 'withdrawalConfirmed',
  'withdrawal.end': 'withdrawalEnded',
  'withdrawal.sent': 'withdrawalSent',
} as const satisfies Record<StaffAct, string>
