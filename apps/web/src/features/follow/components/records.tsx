import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Chip } from '@adtally/ui/chip.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CursorList } from '../../../components/cursor-list.tsx'
import { TitledCard } from '../../../components/titled.tsx'
import { usePercent } from '../../../lib/figures/use-percent.ts'
import { assistanceQuery, type Relation } from '../api/assistance.ts'

function RecordRow({ record }: { record: Relation }) {
  const t = useMessages('follow')
  const format = useFormatters()
  const percent = usePercent()
  const { nickname, operated_id, started_at, ended_at, end_reason, fee_percent, confirmed_plans } = record
  return (
    <ListRow
      title={<span className="wrap-anywhere">{t('operator', { nickname, operated_id })}</span>}
      detail={
        <>
          <span className="block">
            {t('records.period', {
              from: format.time(started_at, 'date'),
              to: ended_at ? format.time(ended_at, 'date') : t('records.now'),
            })}
          </span>
          <span className="block text-12">
            {t('records.facts', { percent: percent(String(fee_percent)), plans: confirmed_plans })}
          </span>
        </>
      }
      trailing={
        <Chip tone={end_reason ? 'neutral' : 'accent'}>{t(`records.state.${end_reason ?? 'present'}`)}</Chip>
      }
    />
  )
}

/** Everybody the customer has followed, newest first. */
export function Records() {
  const t = useMessages('follow')
  const query = useInfiniteQuery(assistanceQuery())
  return (
    <TitledCard title={t('records.title')} className="pb-1">
      <CursorList
        query={query}
        label={t('records.title')}
        keyOf={({ relation_id }) => relation_id}
        empty={<p className="py-4 text-14 text-muted">{t('records.empty')}</p>}
      >
        {(record) => <RecordRow record={record} />}
      </CursorList>
    </TitledCard>
  )
}
