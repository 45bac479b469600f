import { useMessages } from '@adtally/i18n/use-messages.ts'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CursorList } from '../../../components/cursor-list.tsx'
import { Sheet } from '../../../components/header/lazy-dialogs.tsx'
import { holdsQuery } from '../api/holds.ts'
import { HoldCard } from './hold-card.tsx'

/** All holds on the customer's money, ended ones too, with requests and decisions. */
export default function HoldsSheet({ currency, onClose }: { currency: string; onClose: () => void }) {
  const t = useMessages('holds')
  const query = useInfiniteQuery(holdsQuery())
  return (
    <Sheet open onClose={onClose} title={t('all')}>
      <p className="pb-3 text-14 text-muted">{t('rules')}</p>
      <CursorList
        query={query}
        label={t('all')}
        keyOf={(hold) => hold.hold_id}
        look="cards"
        empty={<EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
      >
        {(hold) => <HoldCard hold={hold} currency={currency} />}
      </CursorList>
    </Sheet>
  )
}
