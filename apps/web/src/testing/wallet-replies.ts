import type { OutputOf } from '@adtally/contract/call.ts'
import type {
  property,
  transactionFlowList,
  withdraw,
  withdrawQuote,
} from '@adtally/contract/money/wallet.ts'
import { pageOf, type Reply, success } from './fake-api.ts'
import { buildUser } from './start-app.tsx'

type Quote = OutputOf<typeof withdrawQuote>
type Beneficiary = NonNullable<Quote['beneficiary']>

/** A bound bank account without a waiting time. */
export function buildBeneficiary(members: Partial<Beneficiary> = {}): Beneficiary {
  return {
    beneficiary_id: '01890000-0000-7000-8000-0000000000b1',
    kind: 'bank_account',
    bank_name: 'Handelsbank',
    network: null,
    beneficiary_name_masked: 'A••• L•••',
    account_number_masked: '•••• 3000',
    branch_name: null,
    bank_address_masked: null,
    changed_at: '2026-01-01T00:00:00Z',
    usable_from: '2026-01-01T00:00:00Z',
    ...members,
  }
}

/** A wallet with 1,000.00 available and nothing else. */
export function buildProperty(members: Partial<OutputOf<typeof property>> = {}): OutputOf<typeof property> {
  return {
    currency: 'USD',
    total_assets: '1000.00',
    available_balance: '1000.00',
    pending_spend: '0.00',
    to_be_settled: '0.00',
    on_hold: '0.00',
    estimated_part: '0.00',
    promotional_part: '0.00',
    discount_amount: '0.00',
    startup_funds: '0.00',
    sys_chargebacks: '0.00',
    virtual_recharge_deduction: '0.00',
    profit_sharing: '0.00',
    total_deposited: '1000.00',
    holds: [],
    payments_stopped: false,
    as_of: '2026-03-01T12:00:00Z',
    ...members,
  }
}

type Hold = OutputOf<typeof property>['holds'][number]

/** 40.00 on hold as a disputed deposit, until the third of March. */
export function buildHold(members: Partial<Hold> = {}): Hold {
  return {
    hold_id: '01890000-0000-7000-8000-0000000000d1',
    reason: 'disputed_deposit',
    amount: '40.00',
    created_at: '2026-03-01T12:00:00Z',
    deadline: '2026-03-04T12:00:00Z',
    explanation: 'The paying bank disputes a deposit',
    appeal: 'Send evidence in the customer service chat',
    authority: null,
    withdrawal_id: null,
    released_at: null,
    documents: [],
    last_appeal: null,
    ...members,
  }
}

/** A requested withdrawal of 250.00. */
export function buildWithdrawal(members: Partial<OutputOf<typeof withdraw>> = {}): OutputOf<typeof withdraw> {
  return {
    withdrawal_id: '01890000-0000-7000-8000-0000000000c1',
    number: 'W100001',
    amount: '250.00',
    rail_fee: '0.25',
    status: 'requested',
    is_cancellable: true,
    beneficiary: '•••• 3000',
    requested_at: '2026-03-01T12:00:00Z',
    send_by: '2026-03-04T12:00:00Z',
    sent_at: null,
    confirmed_at: null,
    ended_at: null,
    ended_reason: null,
    hold: null,
    held: '0.00',
    payout: null,
    bank_line: null,
    ...members,
  }
}

type FlowLine = OutputOf<typeof transactionFlowList>['items'][number]

/** A fund flow line that moved only the given parts of the wallet. */
export function buildFlowLine(line: Omit<FlowLine, 'parts'>, parts: Partial<FlowLine['parts']>): FlowLine {
  const none = { available: '0.00', pending_spend: '0.00', to_be_settled: '0.00' }
  return { ...line, parts: { ...none, on_hold: '0.00', discount: '0.00', startup: '0.00', ...parts } }
}

/** What a withdrawal's terms are, with all of 1,000.00 to take. */
export function buildQuote(members: Partial<Quote> = {}): Quote {
  return {
    withdrawable: '1000.00',
    rail_fee: '0.25',
    send_within_ms: 259_200_000,
    sent_after_ms_median: 7_200_000,
    sent_after_ms_p95: 72_000_000,
    sent_count: 40,
    sent_late_count: 1,
    second_factor: null,
    beneficiary: buildBeneficiary(),
    ...members,
  }
}

/** What the wallet's screens ask for, answered; a test puts its own replies over these. */
export function walletReplies(beneficiary: Beneficiary | null = buildBeneficiary()): Record<string, Reply> {
  return {
    '/unread_count': success({ unread_total: 0 }),
    '/user/info': success(buildUser({ transaction_password_set: true })),
    '/user/property': success(buildProperty()),
    '/user/withdraw/quote': success(buildQuote({ beneficiary })),
    '/user/withdraw/list': pageOf(),
    '/bank_card/detail': success({ beneficiary }),
    '/transaction_flow/list': pageOf(),
    '/check/password': success({ grant: 'grant-1', expires_at: '2026-03-01T12:05:00Z' }),
    '/user/withdraw': success(buildWithdrawal()),
  }
}
