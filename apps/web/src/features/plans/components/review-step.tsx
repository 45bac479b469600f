import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { useQuery } from '@tanstack/react-query'
import { useLossLine } from '../../../components/loss-line.tsx'
import { MoneyButton } from '../../../components/money-button.tsx'
import { StepHeading } from '../../../components/step-heading.tsx'
import { TermList } from '../../../components/term-list.tsx'
import { useCurrency } from '../../../lib/use-currency.ts'
import { balanceQuery } from '../api/balance.ts'
import type { Product } from '../api/products.ts'
import { FooterBar } from './footer-bar.tsx'
import type { PlacingDraft } from './placing-address.ts'
import { conversionCapOf, wireMicros } from './placing-rules.ts'
import { ProductStrip } from './product-strip.tsx'

interface ReviewStepProps {
  product: Product
  draft: PlacingDraft
  busy: boolean
  /** Why it was not placed, where that is not about the amount. */
  refusal: string | undefined
  onPlace: () => void
}

/** What may go wrong, before it can (DESIGN). */
function Risks({ product }: { product: Product }) {
  const t = useMessages('plan')
  const lossLine = useLossLine()
  return (
    <Card aria-labelledby="review-risks" className="flex flex-col gap-2">
      <h3 id="review-risks" className="text-16 font-semibold">
        {t('risks.title')}
      </h3>
      <p className="text-16 font-medium text-hold">{t('risks.whole')}</p>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-14">
        <li>{lossLine(product.loss_record)}</li>
        <li>{t('risks.noDelivery')}</li>
        <li>{t('risks.cap')}</li>
        <li>{t('risks.invalid')}</li>
        {product.related_party && <li>{t('relatedPartyMeaning')}</li>}
      </ul>
    </Card>
  )
}

/** Step 2: all that is agreed to, then the one button that does it. */
export function ReviewStep({ product, draft, busy, refusal, onPlace }: ReviewStepProps) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const available = useQuery(balanceQuery()).data?.available_balance
  const amount_micros = wireMicros(draft.amount)
  const payout_micros = wireMicros(product.payout)
  const cap = conversionCapOf(amount_micros, payout_micros, product.conversion_cap_percent)
  const amount = format.money(draft.amount, currency)
  const publishers = product.publisher_share_percent
  const left_micros = available === undefined ? null : wireMicros(available) - amount_micros
  return (
    <>
      <div className="flex flex-col gap-4 px-4 pb-6">
        <StepHeading>{t('reviewTitle')}</StepHeading>
        <ProductStrip product={product} />
        <Card className="py-1">
          <TermList
            terms={[
              {
                label: t('amount'),
                value: <strong className="font-semibold">{amount}</strong>,
                ...(left_micros !== null && left_micros >= 0n
                  ? { note: t('leftAfter', { amount: format.money(formatAmount(left_micros), currency) }) }
                  : {}),
              },
              { label: t('buys'), value: t('buysValue', { days: draft.duration_days }), note: t('buysNote') },
              { label: t('payout'), value: format.money(product.payout, currency) },
              {
                label: t('capLabel'),
                value: t('capConversions', { count: Number(cap) }),
                note: t('capReserved', { amount: format.money(formatAmount(cap * payout_micros), currency) }),
              },
              {
                label: t('spendShares'),
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
        <MoneyButton busy={busy} onClick={onPlace}>
          {t('placeAct', { amount })}
        </MoneyButton>
      </FooterBar>
    </>
  )
}
