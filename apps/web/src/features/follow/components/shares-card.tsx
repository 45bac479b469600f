import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CursorList } from '../../../components/cursor-list.tsx'
import { LinkRow } from '../../../components/link-row.tsx'
import { TitledCard } from '../../../components/titled.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { usePercent } from '../../../lib/figures/use-percent.ts'
import { type Share, sharesQuery } from '../api/shares.ts'

function ShareRow({ share }: { share: Share }) {
  const t = useMessages('follow')
  const format = useFormatters()
  const percent = usePercent()
  const currency = useCurrency()
  // The share is calculated from these amounts.
  const exact = (amount: string) => format.money(amount, currency, { decimals: 'all' })
  const { plan_id, plan_number, product_name, nickname, operated_id, revision, fee_percent } = share
  return (
    <LinkRow
      to={`/plan/detail?id=${encodeURIComponent(plan_id)}`}
      title={
        <span className="wrap-anywhere">
          {t('shares.plan', { number: plan_number, product: product_name })}
        </span>
      }
      detail={
        <>
          <span className="block wrap-anywhere">{t('operator', { nickname, operated_id })}</span>
          <span className="block text-12">
            {t(revision > 1 ? 'shares.corrected' : 'shares.settled', {
              result: exact(share.result),
              percent: percent(String(fee_percent)),
            })}
          </span>
          <span className="block text-12">
            {t('shares.mark', {
              cumulative: exact(share.cumulative),
              mark: exact(share.high_water),
            })}
          </span>
          <time dateTime={share.at} className="block text-12">
            {format.time(share.at)}
          </time>
        </>
      }
      trailing={<Amount value={share.share} currency={currency} className="text-16 font-medium" />}
    />
  )
}

/** Each share of profit that one paid, with its plan, and where the two stood afterwards (PRODUCT §10). */
export function SharesCard() {
  const t = useMessages('follow')
  const query = useInfiniteQuery(sharesQuery())
  return (
    <TitledCard title={t('shares.title')} className="pb-1">
      <CursorList
        query={query}
        label={t('shares.title')}
        keyOf={({ plan_id, revision }) => `${plan_id}:${revision}`}
        empty={<p className="py-4 text-14 text-muted">{t('shares.empty')}</p>}
      >
        {(share) => <ShareRow share={share} />}
      </CursorList>
    </TitledCard>
  )
}
