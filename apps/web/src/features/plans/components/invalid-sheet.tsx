import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CursorList } from '../../../components/cursor-list.tsx'
import { Sheet } from '../../../components/lazy-dialogs.tsx'
import { useCurrency } from '../../../lib/use-currency.ts'
import { type InvalidEvent, invalidQuery } from '../api/plans.ts'
import { useKnownWords } from './known-words.ts'

function InvalidRow({ event }: { event: InvalidEvent }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const words = useKnownWords()
  return (
    <ListRow
      title={t('ruleVersion', { rule: words.rule(event.rule), version: event.rule_version })}
      detail={
        <>
          {words.event(event.kind)} · {format.time(event.at)}
          <span className="block text-12">
            {t('invalidMoved', {
              spend: format.money(event.spend_returned, currency),
              revenue: format.money(event.revenue_reversed, currency),
            })}
          </span>
        </>
      }
    />
  )
}

/** Invalid traffic, newest first: which rule, what was given back and what was taken back (PRODUCT §2.2). */
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
        {(event) => <InvalidRow event={event} />}
      </CursorList>
    </Sheet>
  )
}
