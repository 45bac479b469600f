import type { OutputOf } from '@adtally/contract/call.ts'
import type { planEntries } from '@adtally/contract/plans/plans.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { useEntryWords } from './entry-words.ts'

export interface LedgerEntryProps {
  entry: OutputOf<typeof planEntries>['items'][number]
  currency: string
}

/** An entry's name, accounts, amount and time. */
export function EntryMovement({ entry, currency }: LedgerEntryProps) {
  const t = useMessages('wallet')
  const words = useEntryWords()
  const { time } = useFormatters()
  const name = words.posting(entry.posting)
  return (
    <span className="flex flex-col gap-0.5">
      <span className="flex items-baseline justify-between gap-3">
        <span className="text-14">
          {name && <span className="block font-medium">{name}</span>}
          <span className="block">
            {t('fromTo', { from: words.account(entry.debit), to: words.account(entry.credit) })}
          </span>
        </span>
        <Amount value={entry.amount} currency={currency} className="flex-none text-14 font-medium" />
      </span>
      <span className="text-12 text-muted">{time(entry.time)}</span>
      <span className="font-mono text-12 break-all text-muted">{entry.transfer_id}</span>
    </span>
  )
}
