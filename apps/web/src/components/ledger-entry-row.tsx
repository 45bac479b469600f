import type { OutputOf } from '@adtally/contract/call.ts'
import type { planEntries } from '@adtally/contract/plans.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'

type LedgerEntry = OutputOf<typeof planEntries>['items'][number]

/** The ledger's accounts that a customer's entries touch (PRODUCT §3), with their names in the catalogue. */
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
  'escrow',
  'escrow_reserved',
  'publisher_unsettled',
  'suspense',
  'transit',
  'promo',
  'reserve',
  'fee_unearned',
  'fee',
  'bank',
] as const

/** As many decimals as the entry has: rounded, entries would not add up to their line. */
function exactDecimals(amount: string): 2 | 4 | 6 {
  const digits = amount.split('.')[1]?.length ?? 0
  return digits <= 2 ? 2 : digits <= 4 ? 4 : 6
}

/** One immutable entry: from which account to which, how much, when, and its number. */
export function LedgerEntryRow({ entry, currency }: { entry: LedgerEntry; currency: string }) {
  const t = useMessages('wallet')
  const { time } = useFormatters()
  const nameOf = (code: string) => {
    const known = ACCOUNTS.find((account) => account === code)
    return known ? t(`accounts.${known}`) : code
  }
  return (
    <div className="flex flex-col gap-0.5 py-3">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-14">
          {t('fromTo', { from: nameOf(entry.debit), to: nameOf(entry.credit) })}
        </span>
        <Amount
          value={entry.amount}
          currency={currency}
          decimals={exactDecimals(entry.amount)}
          className="flex-none text-14 font-medium"
        />
      </p>
      <p className="text-12 text-muted">{time(entry.time)}</p>
      <p className="font-mono text-12 break-all text-muted">{entry.transfer_id}</p>
    </div>
  )
}
