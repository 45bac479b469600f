import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CursorList } from '../../../components/cursor-list.tsx'
import { TitledCard } from '../../../components/titled.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { type FollowerIncome, incomeQuery } from '../api/shares.ts'

function FollowerRow({ follower }: { follower: FollowerIncome }) {
  const t = useMessages('follow')
  const format = useFormatters()
  const currency = useCurrency()
  const { follower_number, first_followed_at, plans, income, latest } = follower
  return (
    <ListRow
      title={t('income.follower', { number: format.number(follower_number) })}
      detail={
        <>
          <span className="block">{t('income.plans', { plans })}</span>
          <span className="block text-12">
            {latest
              ? t('income.latest', {
                  at: format.time(latest.at, 'date'),
                  share: format.money(latest.share, currency),
                })
              : t('income.since', { at: format.time(first_followed_at, 'date') })}
          </span>
        </>
      }
      trailing={<Amount value={income} currency={currency} className="text-16 font-medium" />}
    />
  )
}

/** A leader's income from shares of profit, by follower; hidden if nobody ever followed. */
export function IncomeCard() {
  const t = useMessages('follow')
  const currency = useCurrency()
  const query = useInfiniteQuery(incomeQuery())
  const [first] = query.data?.pages ?? []
  if (!first || first.items.length === 0) return null
  return (
    <TitledCard title={t('income.title')} className="flex flex-col gap-1 pb-1">
      <p className="text-28 font-semibold">
        <Amount value={first.total} currency={currency} />
      </p>
      <p className="text-14 text-muted">{t('income.meaning')}</p>
      <CursorList
        query={query}
        label={t('income.title')}
        keyOf={({ follower_number }) => String(follower_number)}
        empty={null}
      >
        {(follower) => <FollowerRow follower={follower} />}
      </CursorList>
    </TitledCard>
  )
}
