import { WALLET_PARTS, type WalletPart } from '@adtally/contract/enums.ts'
import type { OwnerKind } from '@adtally/contract/operator/finance/books.ts'

/**
 * The chart of accounts (PRODUCT §3): every account that can exist, who owns it and on which side it grows. There are
 * no postings but those in `postings.ts`, so no deposit can reach another customer as revenue (PRODUCT §1).
 */
export const ACCOUNT_CODES = {
  customer_available: { owner: 'customer', side: 'credit', wallet_part: 'available' },
  customer_discount: { owner: 'customer', side: 'credit', wallet_part: 'discount' },
  customer_startup: { owner: 'customer', side: 'credit', wallet_part: 'startup' },
  plan_cash: { owner: 'customer', side: 'credit', subject: 'plan', wallet_part: 'pending_spend' },
  plan_discount: { owner: 'customer', side: 'credit', subject: 'plan', wallet_part: 'pending_spend' },
  plan_startup: { owner: 'customer', side: 'credit', subject: 'plan', wallet_part: 'pending_spend' },
  customer_unsettled: { owner: 'customer', side: 'credit', subject: 'plan', wallet_part: 'to_be_settled' },
  withdrawal_hold: { owner: 'customer', side: 'credit', wallet_part: 'on_hold' },
  risk_hold: { owner: 'customer', side: 'credit', wallet_part: 'on_hold' },
  fx_hold: { owner: 'customer', side: 'credit', wallet_part: 'on_hold' },
  escrow: { owner: 'advertiser', side: 'credit' },
  escrow_reserved: { owner: 'advertiser', side: 'credit', subject: 'plan' },
  publisher_unsettled: { owner: 'publisher', side: 'credit', subject: 'plan' },
  publisher_available: { owner: 'publisher', side: 'credit' },
  acceptor_available: { owner: 'acceptor', side: 'credit' },
  acceptor_bond: { owner: 'acceptor', side: 'credit' },
  suspense: { owner: 'platform', side: 'credit' },
  transit: { owner: 'platform', side: 'credit' },
  own: { owner: 'platform', side: 'credit' },
  promo: { owner: 'platform', side: 'credit' },
  reserve: { owner: 'platform', side: 'credit' },
  fee_unearned: { owner: 'platform', side: 'credit', subject: 'plan' },
  fee: { owner: 'platform', side: 'credit' },
  // Assets, and the accounts that offset them
  bank: { owner: 'platform', side: 'debit', subject: 'rail' },
  receivable: { owner: 'customer', side: 'debit' },
  recovery: { owner: 'customer', side: 'credit' },
  shortfall: { owner: 'platform', side: 'debit' },
} as const satisfies Record<string, AccountRule>

/** The chart's rule for one account. */
export interface AccountRule {
  owner: OwnerKind
  /** The side on which the account grows; its balance there is never below 0. */
  side: 'debit' | 'credit'
  subject?: 'plan' | 'rail'
  wallet_part?: WalletPart
}

export { type OwnerKind, WALLET_PARTS, type WalletPart }

export type AccountCode = keyof typeof ACCOUNT_CODES

/** The platform is one owner per ledger. */
export const PLATFORM_ID = '00000000-0000-7000-8000-000000000001'

/** An account by its parts; its id follows from them (see `account-id.ts`), so nothing needs looking up. */
export interface Account {
  code: AccountCode
  owner_id: string
  /** The plan's or rail's id, for accounts to which the chart gives a subject. */
  subject_id?: string
}
