import type { Approval } from './staff-call.ts'

/** Where a publisher, an advertiser, an acceptor or the platform itself is paid. */
export const payeeAccountSetting: Approval = {
  action: 'payee-account.set',
  roles: ['finance_checker'],
  refusals: [],
}

/** Payments to parties and of the platform's own money. */
export const payoutsSending: Approval = {
  action: 'payouts.send',
  roles: ['finance_checker'],
  refusals: ['payments_stopped', 'escrow_owed', 'state_conflict', 'insufficient_balance'],
}
