import { useMessages } from '@adtally/i18n/use-messages.ts'

/** The ledger accounts in customers' entries (PRODUCT §3), with their catalogue keys. */
const ACCOUNTS = [
  'customer_available',
  'customer_discount',
  'customer_startup',
  'plan_cash',
  'plan_discount',
  'plan_startup',
  'customer_unsettled',
  'withdrawal_hold',
  'risk_hold',
  'fx_hold',
  'escrow',
  'escrow_reserved',
  'publisher_unsettled',
  'publisher_available',
  'acceptor_available',
  'acceptor_bond',
  'receivable',
  'recovery',
  'suspense',
  'transit',
  'own',
  'promo',
  'reserve',
  'fee_unearned',
  'fee',
  'bank',
  'shortfall',
] as const

/** The PRODUCT §3 events of customers' entries. */
const POSTINGS = [
  'deposit_credited',
  'deposit_recalled',
  'plan_placed',
  'spend',
  'conversion',
  'invalid_before_settlement',
  'unspent_returned',
  'settlement',
  'profit_shared',
  'recovery_owed',
  'recovery_collected',
  'withdrawal_asked',
  'withdrawal_ended',
  'withdrawal_sent',
  'withdrawal_bounced',
  'hold',
  'hold_released',
  'startup_granted',
  'startup_returned',
  'coupon_used',
  'vip_opened',
  'vip_cancelled',
  'exchange_accepted',
  'exchange_completed',
  'exchange_returned',
  'exchange_made_good',
] as const

/** Names of accounts and postings in the current language; unknown ones stay as they are. */
export function useEntryWords() {
  const t = useMessages('wallet')
  return {
    account(code: string): string {
      const known = ACCOUNTS.find((each) => each === code)
      return known ? t(`accounts.${known}`) : code
    },
    /** Null for postings that customers never see alone. */
    posting(name: string): string | null {
      const known = POSTINGS.find((each) => each === name)
      return known ? t(`postings.${known}`) : null
    },
  }
}
