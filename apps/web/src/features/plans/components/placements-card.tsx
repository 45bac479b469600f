import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { useCurrency } from '../../../lib/use-currency.ts'
import type { Plan } from '../api/plans.ts'

/** Where the plan was shown, dearest first. */
export function PlacementsCard({ placements }: { placements: Plan['placements'] }) {
  const t = useMessages('plan')
  const currency = useCurrency()
  const format = useFormatters()
  return (
    <Card aria-labelledby="plan-placements" className="pb-1">
      <h2 id="plan-placements" className="text-16 font-semibold">
        {t('placements')}
      </h2>
      {placements.length === 0 && <p className="py-3 text-14 text-muted">{t('noPlacement')}</p>}
      <ul className="divide-y divide-line">
        {placements.map((one) => (
          <li key={`${one.publisher} ${one.placement}`}>
            <ListRow
              title={one.placement}
              detail={
                <>
                  {one.publisher} · {t(`push.${one.push}`)}
                  <span className="block text-12">
                    {t('impressionsAndClicks', { impressions: one.impressions, clicks: one.clicks })}
                  </span>
                  <span className="block text-12">
                    {t('why.placementResult', {
                      conversions: one.conversions,
                      revenue: format.money(one.revenue, currency),
                    })}
                  </span>
                </>
              }
              trailing={<Amount value={one.consumed} currency={currency} className="justify-end" />}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
