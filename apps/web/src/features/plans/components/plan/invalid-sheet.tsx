import { useMessages } from '@adtally/i18n/use-messages.ts'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CursorList } from '../../../../components/cursor-list.tsx'
import { Sheet } from '../../../../components/header/lazy-dialogs.tsx'
import { invalidQuery } from '../../api/plans.ts'
import { InvalidRow } from './invalid-row.tsx'

/** Invalid traffic, newest first: the rule, what was refunded and what was charged back (PRODUCT §2.2). */
export default function InvalidSheet({ plan_id, onClose }: { plan_id: string; onClose: () => void }) {
  const t = useMessages('plan')
  const query = useInfiniteQuery(invalidQuery(plan_id))
  return (
    <Sheet open onClose={onClose} title={t('lists.invalid')}>
      <p className="text-14 text-muted">{t('invalidNote')}</p>
      <CursorList
        query={query}
        label={t('lists.invalid')}
        keyOf={(event) => event.event_id}
        empty={<EmptyState title={t('noInvalid')} />}
      >
        {(event) => <InvalidRow plan_id={plan_id} event={event} />}
      </CursorList>
    </Sheet>
  )
}
