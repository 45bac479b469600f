import type { ProcessRole } from '../../database/setup/process-roles.ts'
import { ACCOUNT_CODES, type Account, type AccountCode } from './chart-of-accounts.ts'

/**
 * Every posting there can be: the pairs of accounts (debited, credited) by the event of PRODUCT §3's table. The
 * database holds the same list and refuses any other pair. Otherwise money only goes back, by a `reversal` of an
 * earlier transfer; so no customer's cash reaches an advertiser's escrow, where revenue comes from.
 */
export const POSTINGS = {
  deposit_received: [['bank', 'suspense']],
  deposit_credited: [['suspense', 'customer_available']],
  deposit_sent_back: [
    ['suspense', 'transit'],
    ['transit', 'bank'],
  ],
  deposit_recalled: [
    ['risk_hold', 'bank'],
    ['customer_available', 'bank'],
    ['reserve', 'bank'],
    ['shortfall', 'bank'],
  ],
  // Deposit by a party
  party_paid_in: [
    ['suspense', 'escrow'],
    ['suspense', 'acceptor_bond'],
    ['suspense', 'own'],
  ],
  plan_placed: [
    ['customer_available', 'plan_cash'],
    ['customer_discount', 'plan_discount'],
    ['customer_startup', 'plan_startup'],
    ['escrow', 'escrow_reserved'],
  ],
  spend: [
    ['plan_cash', 'publisher_unsettled'],
    ['plan_discount', 'publisher_unsettled'],
    ['plan_startup', 'publisher_unsettled'],
    ['plan_cash', 'fee_unearned'],
    ['plan_discount', 'fee_unearned'],
    ['plan_startup', 'fee_unearned'],
  ],
  conversion: [
    ['escrow_reserved', 'customer_unsettled'],
    ['escrow', 'escrow_reserved'],
  ],
  invalid_before_settlement: [
    ['publisher_unsettled', 'plan_cash'],
    ['publisher_unsettled', 'plan_discount'],
    ['publisher_unsettled', 'plan_startup'],
    ['fee_unearned', 'plan_cash'],
    ['fee_unearned', 'plan_discount'],
    ['fee_unearned', 'plan_startup'],
  ],
  unspent_returned: [
    ['plan_cash', 'customer_available'],
    ['plan_discount', 'promo'],
    ['plan_startup', 'customer_startup'],
    ['plan_startup', 'promo'],
    ['escrow_reserved', 'escrow'],
  ],
  settlement: [
    ['customer_unsettled', 'promo'],
    ['customer_unsettled', 'customer_available'],
    ['fee_unearned', 'fee'],
    ['fee_unearned', 'customer_available'],
    ['plan_cash', 'customer_available'],
    ['plan_discount', 'promo'],
    ['plan_startup', 'customer_startup'],
    ['plan_startup', 'promo'],
    ['escrow_reserved', 'escrow'],
    ['publisher_unsettled', 'publisher_available'],
  ],
  profit_shared: [['customer_unsettled', 'customer_available']],
  // Invalid after settlement
  recovery_owed: [['receivable', 'recovery']],
  recovery_collected: [
    ['customer_unsettled', 'escrow'],
    ['recovery', 'receivable'],
  ],
  recovery_written_off: [['recovery', 'receivable']],
  withdrawal_asked: [['customer_available', 'withdrawal_hold']],
  withdrawal_ended: [['withdrawal_hold', 'customer_available']],
  withdrawal_sent: [
    ['withdrawal_hold', 'transit'],
    ['withdrawal_hold', 'fee'],
  ],
  withdrawal_confirmed: [['transit', 'bank']],
  withdrawal_bounced: [['suspense', 'customer_available']],
  // Hold and release
  hold: [
    ['customer_available', 'risk_hold'],
    ['withdrawal_hold', 'risk_hold'],
  ],
  hold_released: [
    ['risk_hold', 'customer_available'],
    ['risk_hold', 'withdrawal_hold'],
  ],
  startup_granted: [['promo', 'customer_startup']],
  startup_returned: [['customer_startup', 'promo']],
  coupon_used: [['promo', 'customer_discount']],
  // VIP
  vip_opened: [['customer_available', 'fee_unearned']],
  vip_earned: [['fee_unearned', 'fee']],
  vip_cancelled: [['fee_unearned', 'customer_available']],
  // Acceptor order
  exchange_accepted: [['customer_available', 'fx_hold']],
  exchange_completed: [
    ['fx_hold', 'acceptor_available'],
    ['fx_hold', 'fee'],
  ],
  exchange_returned: [['fx_hold', 'customer_available']],
  exchange_made_good: [['acceptor_bond', 'customer_available']],
  party_paid: [
    ['publisher_available', 'transit'],
    ['acceptor_available', 'transit'],
    ['escrow', 'transit'],
    ['acceptor_bond', 'transit'],
    ['own', 'transit'],
    ['transit', 'bank'],
  ],
  // Platform
  platform_allotted: [
    ['own', 'promo'],
    ['own', 'reserve'],
    ['promo', 'own'],
    ['reserve', 'own'],
  ],
  fee_taken: [['fee', 'own']],
  bank_charged: [['fee', 'bank']],
  shortfall_covered: [
    ['reserve', 'shortfall'],
    ['own', 'shortfall'],
  ],
} as const satisfies Record<string, readonly (readonly [AccountCode, AccountCode])[]>

export type PostingName = keyof typeof POSTINGS

/**
 * The kinds of rows that each posting can follow from, with the process roles that may post it: at commit, one such
 * row has to exist and allow the posting. The database holds the same list; `routines/<schema>/allowed_by_<kind>.sql`
 * says what rows of a kind allow.
 */
export const POSTING_CAUSES = {
  deposit_received: { bank_line: ['office', 'worker'] },
  deposit_credited: { bank_line: ['office', 'worker'] },
  deposit_sent_back: { bank_line: ['office', 'worker'] },
  deposit_recalled: { bank_line: ['office'] },
  party_paid_in: { bank_line: ['office'] },
  plan_placed: { plan: ['api'] },
  spend: { spend_batch: ['worker'], restoration: ['worker'] },
  conversion: { conversion: ['worker'], verdict: ['worker'], restoration: ['worker'] },
  invalid_before_settlement: { verdict: ['worker'], restoration: ['worker'] },
  unspent_returned: { plan: ['api', 'worker', 'office'], restoration: ['worker'] },
  settlement: { plan: ['worker'], verdict: ['worker'], restoration: ['worker'], conversion: ['worker'] },
  profit_shared: { plan: ['worker'], verdict: ['worker'], restoration: ['worker'], conversion: ['worker'] },
  recovery_owed: { verdict: ['worker'], restoration: ['worker'], conversion: ['worker'] },
  recovery_collected: { plan: ['worker'] },
  recovery_written_off: { receivable: ['worker'] },
  withdrawal_asked: { withdrawal: ['api'] },
  withdrawal_ended: { withdrawal: ['api', 'office', 'worker'] },
  withdrawal_sent: { withdrawal: ['office', 'worker'] },
  withdrawal_confirmed: { bank_line: ['office', 'worker'] },
  withdrawal_bounced: { bank_line: ['office', 'worker'] },
  hold: { hold: ['api', 'office'] },
  hold_released: { hold: ['api', 'worker', 'office'] },
  startup_granted: { startup: ['api'] },
  startup_returned: { startup: ['api', 'worker'] },
  coupon_used: { coupon: ['api'] },
  vip_opened: { vip: ['api'] },
  vip_earned: { vip: ['api', 'worker'] },
  vip_cancelled: { vip: ['api'] },
  exchange_accepted: { exchange_order: ['api'] },
  exchange_completed: { exchange_order: ['api', 'office'] },
  exchange_returned: { exchange_order: ['api', 'worker', 'office'] },
  exchange_made_good: { exchange_order: ['office'] },
  party_paid: { payout: ['office'], bank_line: ['office', 'worker'] },
  platform_allotted: { proposal: ['office'], verdict: ['worker'], restoration: ['worker'] },
  fee_taken: { proposal: ['office'] },
  bank_charged: { bank_line: ['office'] },
  shortfall_covered: { proposal: ['office'] },
} as const satisfies Record<PostingName, Readonly<Record<string, readonly ProcessRole[]>>>

type KindsOf<Causes> = Causes extends unknown ? Extract<keyof Causes, string> : never

/** A kind of row that can cause a posting. */
export type CauseKind = KindsOf<(typeof POSTING_CAUSES)[PostingName]>

/** The only posting between customers: a follower's share of profit to the leader (PRODUCT §10). */
export const BETWEEN_CUSTOMERS: PostingName = 'profit_shared'

/** The posting of a transfer between these accounts that names none; null if no posting has the pair. */
export function defaultPosting(debit: Account, credit: Account): PostingName | null {
  const names = namesByPair.get(`${debit.code}>${credit.code}`) ?? []
  if (names.includes(BETWEEN_CUSTOMERS) && isBetweenCustomers(debit, credit)) return BETWEEN_CUSTOMERS
  return names.find((name) => name !== BETWEEN_CUSTOMERS) ?? null
}

function isBetweenCustomers(debit: Account, credit: Account): boolean {
  const both_customers = [debit, credit].every(({ code }) => ACCOUNT_CODES[code].owner === 'customer')
  return both_customers && debit.owner_id !== credit.owner_id
}

const namesByPair = new Map<string, PostingName[]>()
for (const name of Object.keys(POSTINGS) as PostingName[]) {
  for (const [debit, credit] of POSTINGS[name]) {
    const pair = `${debit}>${credit}`
    namesByPair.set(pair, [...(namesByPair.get(pair) ?? []), name])
  }
}
