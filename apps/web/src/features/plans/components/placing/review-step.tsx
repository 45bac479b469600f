import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { useLossLine } from '../../../../components/charts/loss-line.tsx'
import { LossResults } from '../../../../components/charts/loss-results.tsx'
import { ConnectedButton } from '../../../../components/fields/connected-button.tsx'
import { StepHeading } from '../../../../components/step-heading.tsx'
import { TitledCard } from '../../../../components/titled.tsx'
import { TermList } from '../../../../components/words/term-list.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import { usePolicyFigures } from '../../../../lib/figures/use-policy-figures.ts'
import type { Product } from '../../api/products.ts'
import { FooterBar } from '../footer-bar.tsx'
import { usePaidBy } from '../paid-by.ts'
import { useLeaderTerms } from '../plan/leader-terms.tsx'
import { ProductStrip } from '../products/product-strip.tsx'
import type { PlacingDraft } from './placing-address.ts'
import { fundsOf } from './placing-funds.ts'
import { conversionCapOf, wireMicros } from './placing-rules.ts'

interface ReviewStepProps {
  product: Product
  draft: PlacingDraft
  busy: boolean
  /** Why placing failed, unless it is about the amount. */
  refusal: string | undefined
  onPlace: () => void
}

/** What may go wrong, said beforehand (DESIGN). */
function Risks({ product }: { product: Product }) {
  const t = useMessages('plan')
  const figures = usePolicyFigures()
  const lossLine = useLossLine()
  return (
    <TitledCard title={t('risks.title')} level="h3" className="flex flex-col gap-2">
      <p className="text-16 font-medium text-hold">{t('risks.whole')}</p>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-14">
        <li>{lossLine(product.loss_record)}</li>
        <li>{t('risks.noDelivery', figures)}</li>
        <li>{t('risks.cap')}</li>
        <li>{t('risks.invalid')}</li>
        {product.related_party && <li>{t('relatedPartyMeaning')}</li>}
      </ul>
      <LossResults record={product.loss_record} />
    </TitledCard>
  )
}

/** Step 2: all that is agreed to, then the button that does it. */
export function ReviewStep({ product, draft, busy, refusal, onPlace }: ReviewStepProps) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const paid_by = usePaidBy(draft)
  const leader_terms = useLeaderTerms(draft)
  const { plan_micros } = fundsOf(draft)
  const payout_micros = wireMicros(product.payout)
  const cap = conversionCapOf(plan_micros, payout_micros, product.conversion_cap_percent)
  const amount = format.money(formatAmount(plan_micros), currency)
  const publishers = product.publisher_share_percent
  return (
    <>
      <div className="flex flex-col gap-4 px-4 pb-6">
        <StepHeading>{t('reviewTitle')}</StepHeading>
        <ProductStrip product={product} />
        <Card className="py-1">
          <TermList
            terms={[
              ...paid_by.map((term, index) =>
                index === 0
                  ? { ...term, value: <strong className="font-semibold">{term.value}</strong> }
                  : term,
              ),
              {
                label: t('buys'),
                value: t('buysValue', { days: draft.duration_days }),
                note: draft.leader_draft_id === null ? t('buysNote') : t('followed.runsNote'),
              },
              ...leader_terms,
              { label: t('payout'), word: 'payout', value: format.money(product.payout, currency) },
              {
                label: t('capLabel'),
                word: 'conversion_cap',
                value: t('capConversions', { count: Number(cap) }),
                note: t('capReserved', { amount: format.money(formatAmount(cap * payout_micros), currency) }),
              },
              {
                label: t('spendShares'),
                word: 'fee',
                value: t('spendSharesValue', {
                  publishers: format.share(publishers / 100),
                  platform: format.share(1 - publishers / 100),
                }),
                note: t('spendSharesNote'),
              },
            ]}
          />
        </Card>
        <Risks product={product} />
      </div>
      <FooterBar>
        <div role="alert">
          {refusal && (
            <Banner tone="negative" className="mb-3">
              {refusal}
            </Banner>
          )}
        </div>
        <ConnectedButton busy={busy} onClick={onPlace}>
          {t('placeAct', { amount })}
        </ConnectedButton>
      </FooterBar>
    </>
  )
}
