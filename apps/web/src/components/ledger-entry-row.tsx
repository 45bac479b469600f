import type { OutputOf } from '@adtally/contract/call.ts'
import type { planEntries } from '@adtally/contract/plans.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { Icon } from '@adtally/ui/icon.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { lazy, Suspense, useId, useState } from 'react'
import { exactDecimals } from '../lib/exact-decimals.ts'
import { useEntryWords } from './entry-words.ts'

const EntryCause = lazy(() => import('./entry-cause.tsx'))

type LedgerEntry = OutputOf<typeof planEntries>['items'][number]

interface LedgerEntryRowProps {
  entry: LedgerEntry
  currency: string
}

/** What an entry is called, from which account to which it moved, how much and when. */
export function EntryMovement({ entry, currency }: LedgerEntryRowProps) {
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
        <Amount
          value={entry.amount}
          currency={currency}
          decimals={exactDecimals(entry.amount)}
          className="flex-none text-14 font-medium"
        />
      </span>
      <span className="text-12 text-muted">{time(entry.time)}</span>
      <span className="font-mono text-12 break-all text-muted">{entry.transfer_id}</span>
    </span>
  )
}

/** One immutable entry with its number; it opens what it follows from. */
export function LedgerEntryRow({ entry, currency }: LedgerEntryRowProps) {
  const t = useMessages('wallet')
  const causeId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="py-3">
      <EntryMovement entry={entry} currency={currency} />
      <button
        type="button"
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': causeId } : {})}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 items-center gap-1 rounded-control text-14 font-medium text-accent"
      >
        {t('why')}
        <Icon name="chevron-down" size={14} color="currentColor" className={isOpen ? 'rotate-180' : ''} />
      </button>
      {isOpen && (
        <div id={causeId}>
          <Suspense fallback={<SkeletonRows rows={2} />}>
            <EntryCause transfer_id={entry.transfer_id} currency={currency} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
