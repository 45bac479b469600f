import { REVERSIBLE_POSTINGS, type ReversiblePosting } from '@adtally/contract/operator/finance/books.ts'
import type { PostingName } from '../ledger/index.ts'

/**
 * How each other posting is reversed: the staff verbs that do it, or null if the program's rules, the customer or a
 * bank line does it. A bank line would also have to be unassigned, so no posting booked by one is on the list above.
 */
const UNDONE_BY: Record<Exclude<PostingName, ReversiblePosting>, readonly string[] | null> = {
  deposit_received: ['return-deposit', 'withdraw-statement'],
  deposit_credited: ['recall-deposit'],
  deposit_sent_back: null,
  deposit_recalled: null,
  party_paid_in: ['take-out-escrow', 'take-out-bond', 'pay-own-money'],
  plan_placed: null,
  spend: null,
  conversion: null,
  invalid_before_settlement: null,
  unspent_returned: null,
  settlement: null,
  profit_shared: null,
  recovery_owed: null,
  recovery_collected: null,
  recovery_written_off: null,
  withdrawal_asked: ['end-withdrawal'],
  withdrawal_ended: null,
  withdrawal_sent: ['bounce-withdrawal'],
  withdrawal_confirmed: ['bounce-withdrawal'],
  withdrawal_bounced: null,
  hold: ['release-hold'],
  hold_released: ['place-hold'],
  startup_granted: null,
  startup_returned: null,
  coupon_used: null,
  vip_opened: null,
  vip_earned: null,
  vip_cancelled: null,
  exchange_accepted: ['decide-exchange'],
  exchange_completed: ['make-good-exchange'],
  exchange_returned: null,
  exchange_made_good: null,
  party_paid: ['return-payout'],
  bank_charged: null,
}

/** All staff verbs that reverse postings. */
export const UNDOING_VERBS: readonly string[] = Object.values(UNDONE_BY).flatMap((verbs) => verbs ?? [])

/** Whether a posting is on the closed list. */
export function isReversible(posting: PostingName): posting is ReversiblePosting {
  return REVERSIBLE_POSTINGS.some((name) => name === posting)
}

/** The verbs that reverse this posting; null if no staff verb does. */
export function undoneBy(posting: PostingName): readonly string[] | null {
  return isReversible(posting) ? null : UNDONE_BY[posting]
}
