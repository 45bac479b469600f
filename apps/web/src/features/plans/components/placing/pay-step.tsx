import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { Switch } from '@adtally/ui/switch.tsx'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { StepHeading } from '../../../../components/step-heading.tsx'
import { TermList } from '../../../../components/words/term-list.tsx'
import { propertyQuery } from '../../../../lib/figures/property-query.ts'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { Product } from '../../api/products.ts'
import { FooterBar } from '../footer-bar.tsx'
import { usePaidBy } from '../paid-by.ts'
import { ProductStrip } from '../products/product-strip.tsx'
import { CouponChoice } from './coupon-choice.tsx'
import type { PlacingDraft } from './placing-address.ts'
import { fundsOf, paidWith } from './placing-funds.ts'
import { wireMicros } from './placing-rules.ts'

interface PayStepProps {
  product: Product
  draft: PlacingDraft
  onDraft: (draft: PlacingDraft) => void
  /** The server's refusal of this coupon or these startup funds. */
  refusal: string | undefined
  onReview: () => void
}

/** Between amount and review, for customers with a coupon or startup funds: how much each means pays. */
export function PayStep({ product, draft, onDraft, refusal, onReview }: PayStepProps) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const balance = useQuery(propertyQuery()).data
  const [checked, setChecked] = useState(false)
  const terms = usePaidBy(draft)
  const startup_micros = wireMicros(balance?.startup_funds ?? '')
  const is_official = product.push.includes('official')
  const uses_startup = draft.startup !== ''
  const is_short = balance !== undefined && fundsOf(draft).cash_micros > wireMicros(balance.available_balance)
  const said = refusal ?? (checked && is_short ? t('faults.insufficient') : undefined)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!is_short) onReview()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-auto flex-col">
      <div className="flex flex-col gap-4 px-4 pb-6">
        <StepHeading>{t('pay.title')}</StepHeading>
        <ProductStrip product={product} />
        <CouponChoice
          product_id={product.product_id}
          amount={draft.amount}
          chosen={draft.coupon}
          onChoose={(coupon) => onDraft(paidWith(draft, coupon, uses_startup ? startup_micros : null))}
        />
        {startup_micros > 0n && (
          <Switch
            label={t('pay.startup', { amount: format.money(balance?.startup_funds ?? '', currency) })}
            hint={is_official ? t('pay.startupNote') : t('pay.startupOfficial')}
            checked={uses_startup}
            disabled={!is_official}
            onChange={(use) => onDraft(paidWith(draft, draft.coupon, use ? startup_micros : null))}
          />
        )}
        <Card className="py-1">
          <TermList terms={terms} />
        </Card>
        <p className="text-12 text-muted">{t('pay.promotional')}</p>
      </div>
      <FooterBar>
        <div role="alert">
          {said && (
            <Banner tone="negative" className="mb-3">
              {said}
            </Banner>
          )}
        </div>
        <Button type="submit" block>
          {t('review')}
        </Button>
      </FooterBar>
    </form>
  )
}
