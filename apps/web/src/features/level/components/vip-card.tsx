import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Skeleton } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { TitledCard } from '../../../components/titled.tsx'
import { TermList } from '../../../components/words/term-list.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { usePercent } from '../../../lib/figures/use-percent.ts'
import type { Level } from '../api/level.ts'
import { vipQuery } from '../api/vip.ts'
import { PastMonths, RunningMonth } from './vip-month.tsx'

const VipSheet = part(() => import('./vip-sheet.tsx'))

/** What VIP costs and brings, and the spend from which it pays off (PRODUCT §12). */
export function VipCard({ vip }: { vip: Level['vip'] }) {
  const t = useMessages('level')
  const { money } = useFormatters()
  const percent = usePercent()
  const currency = useCurrency()
  const rebate_percent = Math.max(0, vip.fee_percent - vip.vip_fee_percent)
  return (
    <TitledCard title={t('vip')} className="flex flex-col gap-2 pb-2">
      <p className="text-14">
        {t('vipTerms', {
          fee: percent(String(vip.fee_percent)),
          vip_fee: percent(String(vip.vip_fee_percent)),
          rebate: percent(String(rebate_percent)),
        })}
      </p>
      <TermList
        terms={[
          { label: t('vipPrice'), value: <Amount value={vip.price} currency={currency} /> },
          {
            label: t('vipBreakEven'),
            word: 'break_even',
            value:
              vip.break_even_spend === null ? (
                t('vipNever')
              ) : (
                <Amount value={vip.break_even_spend} currency={currency} />
              ),
            ...(vip.break_even_spend !== null && { note: t('vipBreakEvenNote') }),
          },
          {
            label: t('vipOwn'),
            value: <Amount value={vip.own_cash_spend} currency={currency} />,
            note: t('vipOwnNote', { rebate: money(vip.own_rebate, currency, { decimals: 'all' }) }),
          },
        ]}
      />
      <Months vip={vip} />
    </TitledCard>
  )
}

/** The running month or the button to open one, and earlier months. */
function Months({ vip }: { vip: Level['vip'] }) {
  const t = useMessages('level')
  const { money } = useFormatters()
  const currency = useCurrency()
  const query = useInfiniteQuery(vipQuery())
  const [opening, setOpening] = useState(false)
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-11 w-full" />}>
      {({ pages }) => {
        const months = pages.flatMap(({ items }) => items)
        const running = months.find(({ state }) => state === 'open')
        return (
          <div className="flex flex-col gap-2 pb-2">
            {running ? (
              <RunningMonth month={running} />
            ) : (
              vip.break_even_spend !== null && (
                <Button block aria-haspopup="dialog" onClick={() => setOpening(true)}>
                  {t('vipOpen', { price: money(vip.price, currency) })}
                </Button>
              )
            )}
            <PastMonths months={months.filter((month) => month !== running)} />
            {query.hasNextPage && (
              <ConnectedButton
                variant="quiet"
                busy={query.isFetchingNextPage}
                onClick={() => query.fetchNextPage()}
              >
                {t('vipMore')}
              </ConnectedButton>
            )}
            {opening && (
              <Suspense>
                <VipSheet vip={vip} onClose={() => setOpening(false)} />
              </Suspense>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
