import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { classNames } from '@adtally/ui/class-names.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CursorList } from '../../../components/cursor-list.tsx'
import { LinkRow } from '../../../components/link-row.tsx'
import { TitledCard } from '../../../components/titled.tsx'
import { type CreditChange, creditQuery, type Level } from '../api/level.ts'

/** The credit score, its rules, and each change with the plan that caused it. */
export function CreditCard({ credit }: { credit: Level['credit'] }) {
  const t = useMessages('level')
  const { number } = useFormatters()
  const query = useInfiniteQuery(creditQuery())
  const { score, maximum, points_chargeback, points_clean_plan } = credit
  return (
    <TitledCard title={t('credit')} className="flex flex-col gap-2 pb-1">
      <p className="text-28 font-semibold">{t('creditOf', { score: number(score), max: number(maximum) })}</p>
      <p className="text-14">
        {t('creditText', {
          max: number(maximum),
          loss: number(Math.abs(points_chargeback)),
          gain: number(points_clean_plan),
        })}
      </p>
      <h3 className="pt-2 text-14 font-medium">{t('changes')}</h3>
      <CursorList
        query={query}
        label={t('changes')}
        keyOf={({ change_id }) => change_id}
        empty={<p className="pb-3 text-14 text-muted">{t('noChanges')}</p>}
      >
        {(change) => <ChangeRow change={change} />}
      </CursorList>
    </TitledCard>
  )
}

function ChangeRow({ change }: { change: CreditChange }) {
  const t = useMessages('level')
  const { number, time } = useFormatters()
  const { points, plan_id, plan_number, product_name, cause, score_after, occurred_at } = change
  return (
    <LinkRow
      to={`/plan/detail?id=${encodeURIComponent(plan_id)}`}
      title={
        <span className="wrap-anywhere">{t('change', { number: plan_number, product: product_name })}</span>
      }
      detail={
        <>
          <span className="block">{t(`causes.${cause}`)}</span>
          <time dateTime={occurred_at} className="block text-12">
            {time(occurred_at)}
          </time>
        </>
      }
      trailing={
        <>
          <span
            className={classNames(
              'block text-16 font-medium',
              points < 0 ? 'text-negative' : 'text-positive',
            )}
          >
            {points > 0 ? `+${number(points)}` : number(points)}
          </span>
          <span className="block text-12 text-muted">{t('scoreAfter', { score: number(score_after) })}</span>
        </>
      }
    />
  )
}
