import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Suspense, useState } from 'react'
import { TitledCard } from '../../../../components/titled.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { Placement, Plan } from '../../api/plans.ts'

const PlacementDialog = part(() => import('./placement-dialog.tsx'))

/** Where the plan was shown, most expensive first; while it runs, placements can be paused and resumed. */
export function PlacementsCard({ plan }: { plan: Plan }) {
  const t = useMessages('plan')
  const [asking, setAsking] = useState<Placement | null>(null)
  return (
    <TitledCard title={t('placements')} className="pb-1">
      {plan.placements.length === 0 && <p className="py-3 text-14 text-muted">{t('noPlacement')}</p>}
      <ul className="divide-y divide-line">
        {plan.placements.map((one) => (
          <li key={one.placement_id}>
            <PlacementRow placement={one} onAsk={() => setAsking(one)} />
          </li>
        ))}
      </ul>
      <PauseHistory pauses={plan.placement_pauses} />
      {asking && (
        <Suspense>
          <PlacementDialog plan_id={plan.plan_id} placement={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </TitledCard>
  )
}

function PlacementRow({ placement: one, onAsk }: { placement: Placement; onAsk: () => void }) {
  const t = useMessages('plan')
  const words = useMessages('planResult')
  const ui = useMessages('ui')
  const currency = useCurrency()
  const format = useFormatters()
  const act = one.paused_at ? 'resume' : 'pause'
  return (
    <>
      <ListRow
        title={one.placement}
        detail={
          <>
            {one.publisher + ui('separator') + t(`push.${one.push}`)}
            <span className="block text-12">
              {t('impressionsAndClicks', { impressions: one.impressions, clicks: one.clicks })}
            </span>
            <span className="block text-12">
              {t('why.placementResult', {
                conversions: one.conversions,
                revenue: format.money(one.revenue, currency, { decimals: 'all' }),
              })}
            </span>
            {one.paused_at && (
              <span className="block text-12 text-hold">
                {words('placement.pausedSince', { at: format.time(one.paused_at) })}
              </span>
            )}
          </>
        }
        trailing={<Amount value={one.consumed} currency={currency} className="row-amount" />}
      />
      {(one.can_pause || one.paused_at) && (
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          aria-label={words(`placement.${act}Named`, { placement: one.placement })}
          className="mb-2 px-0! text-14!"
          onClick={onAsk}
        >
          <Icon name={one.paused_at ? 'play' : 'pause'} size={16} color="currentColor" />
          {t(`acts.${act}.button`)}
        </Button>
      )}
    </>
  )
}

function PauseHistory({ pauses }: { pauses: Plan['placement_pauses'] }) {
  const words = useMessages('planResult')
  const { time } = useFormatters()
  if (pauses.length === 0) return null
  return (
    <div className="border-t border-line py-3 text-12 text-muted">
      <h3 id="plan-pauses" className="font-medium">
        {words('placement.history')}
      </h3>
      <ul aria-labelledby="plan-pauses">
        {pauses.map(({ placement, paused_at, resumed_at }) => (
          <li key={`${placement} ${paused_at}`} className="wrap-break-word">
            {resumed_at
              ? words('placement.wasPaused', { placement, from: time(paused_at), until: time(resumed_at) })
              : words('placement.isPaused', { placement, from: time(paused_at) })}
          </li>
        ))}
      </ul>
    </div>
  )
}
