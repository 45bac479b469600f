import type { OutputOf } from '@adtally/contract/call.ts'
import type { planPut } from '@adtally/contract/plans/plans.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { Timeline } from '@adtally/ui/timeline.tsx'
import { useNavigate } from 'react-router'
import { planAddress } from '../../../../components/plan-row.tsx'
import { StepHeading } from '../../../../components/step-heading.tsx'
import { useSeen } from '../../../../components/use-seen.ts'
import { TermList } from '../../../../components/words/term-list.tsx'
import { useBackHandler } from '../../../../lib/back-handler.ts'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { Product } from '../../api/products.ts'
import { FooterBar } from '../footer-bar.tsx'
import { usePaidBy } from '../paid-by.ts'
import { InstallOffer } from './install-offer.tsx'
import type { PlacingDraft } from './placing-address.ts'

const DAY_MS = 86_400_000
const MY_PLANS = '/plan?tab=mine'

interface PlacedStepProps {
  product: Product
  draft: PlacingDraft
  placed: OutputOf<typeof planPut>
}

/** Step 3: the receipt with the plan's number and what comes next. */
export function PlacedStep({ product, draft, placed }: PlacedStepProps) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  // Without the remaining balance, which has been refetched and is after the plan now.
  const paid_by = usePaidBy(draft).map(({ label, value }) => ({ label, value }))
  const navigate = useNavigate()
  const is_seen = useSeen()
  const leave = (to: string) => void navigate(to, { replace: true })
  // Back must not lead into the form that placed the plan.
  useBackHandler(() => leave(MY_PLANS))
  const days = Math.round(product.conversion_window_ms / DAY_MS)
  const next = [
    { key: 'matching', title: t('status.matching'), note: t('next.matching') },
    { key: 'putting', title: t('status.putting'), note: t('next.putting') },
    { key: 'settled', title: t('status.settled'), note: t('next.settled', { days }) },
  ]
  return (
    <>
      <div className="flex flex-col gap-5 px-4 pb-6">
        <div className="flex items-start gap-3">
          <Icon name="check" size={28} color="var(--color-positive)" />
          <StepHeading>{t('placedTitle', { number: placed.number })}</StepHeading>
        </div>
        <Card className="py-1">
          <TermList
            terms={[
              { label: t('product'), value: product.name },
              { label: t('number'), value: placed.number },
              ...paid_by,
              {
                label: t('capLabel'),
                word: 'conversion_cap',
                value: t('capConversions', { count: placed.conversion_cap }),
                note: t('capReserved', { amount: format.money(placed.reserved, currency) }),
              },
              { label: t('placedAt'), value: format.time(placed.create_time) },
            ]}
          />
        </Card>
        <div className="flex flex-col gap-3">
          <h3 className="text-16 font-semibold">{t('next.title')}</h3>
          <Timeline
            label={t('next.title')}
            steps={[
              { key: 'placed', title: t('next.placed'), state: 'done' },
              ...next.map((step, index) => ({
                ...step,
                state: index === 0 ? ('current' as const) : ('ahead' as const),
              })),
            ]}
          />
        </div>
        <InstallOffer plan_id={placed.plan_id} />
      </div>
      <FooterBar>
        <div className="flex flex-col gap-2">
          <Button block held={!is_seen} onClick={() => leave(planAddress(placed.plan_id))}>
            {t('viewPlan')}
          </Button>
          <Button block held={!is_seen} variant="quiet" onClick={() => leave('/plan')}>
            {t('toProducts')}
          </Button>
        </div>
      </FooterBar>
    </>
  )
}
