import type { ReceiptPart } from '@adtally/contract/plans/plans.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CursorList } from '../../../../components/cursor-list.tsx'
import { Sheet } from '../../../../components/header/lazy-dialogs.tsx'
import { LedgerEntryRow } from '../../../../components/words/ledger-entry-row.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import { markFirstStep } from '../../../../lib/first-steps.ts'
import { entriesQuery } from '../../api/plans.ts'

interface EntriesSheetProps {
  plan_id: string
  /** Shows only entries that moved this part; `title` is then its name. */
  part?: ReceiptPart
  title?: string
  onClose: () => void
}

/** The immutable ledger entries behind the plan, newest first. */
export default function EntriesSheet({ plan_id, part, title, onClose }: EntriesSheetProps) {
  const t = useMessages('plan')
  const currency = useCurrency()
  const query = useInfiniteQuery(entriesQuery(plan_id, part))
  useEffect(() => markFirstStep('entries'), [])
  return (
    <Sheet open onClose={onClose} title={title ?? t('lists.entries')}>
      <p className="text-14 text-muted">{t('entriesNote')}</p>
      <CursorList
        query={query}
        label={t('lists.entries')}
        keyOf={(entry) => entry.transfer_id}
        empty={<EmptyState title={t('noEntries')} />}
      >
        {(entry) => <LedgerEntryRow entry={entry} currency={currency} />}
      </CursorList>
    </Sheet>
  )
}
