import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { part } from '@adtally/ui/part.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { Suspense, useId, useState } from 'react'
import { EntryMovement, type LedgerEntryProps } from './entry-movement.tsx'

const EntryCause = part(() => import('./entry-cause.tsx'))

/** An immutable entry with its number; opens its cause. */
export function LedgerEntryRow({ entry, currency }: LedgerEntryProps) {
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
