import { useStore } from '@adtally/client/store.ts'
import type { Amounts } from '@adtally/client/use-amounts.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { Button } from '@adtally/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { PaymentsPausedNote } from '../../../../components/payments-paused-note.tsx'
import { StepHeading } from '../../../../components/step-heading.tsx'
import { TextLink } from '../../../../components/text-link.tsx'
import { basic_config } from '../../../../lib/basic-config.ts'
import { propertyQuery } from '../../../../lib/figures/property-query.ts'
import { useAmounts } from '../../../../lib/figures/use-amounts.ts'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { Product } from '../../api/products.ts'
import { FooterBar } from '../footer-bar.tsx'
import { LeaderLine } from '../plan/leader-terms.tsx'
import { ProductStrip } from '../products/product-strip.tsx'
import { AmountField } from './amount-field.tsx'
import { DurationChoice } from './duration-choice.tsx'
import type { PlacingDraft } from './placing-address.ts'
import { amountFault, boundsOf, wireMicros, withinMeans } from './placing-rules.ts'

interface AmountStepProps {
  product: Product
  draft: PlacingDraft
  onDraft: (draft: PlacingDraft) => void
  /** Other means than cash can pay: whether all suffices shows in the next step. */
  has_means: boolean
  /** The server's refusal of this amount. */
  refusal: string | undefined
  onReview: () => void
}

/** The field's text: as typed while that is the draft's amount, else the draft's amount. */
function useTyped(draft_amount: string, amounts: Amounts): [string, (text: string) => string] {
  const [own, setOwn] = useState({ text: amounts.typed(draft_amount), amount: draft_amount })
  const type = (text: string) => {
    const amount = amounts.read(text).amount ?? ''
    setOwn({ text, amount })
    return amount
  }
  return [own.amount === draft_amount ? own.text : amounts.typed(draft_amount), type]
}

/** The text for an amount that a plan can't have. */
function useFaultText(range: { min: string; max: string }) {
  const t = useMessages('plan')
  const amounts = useAmounts()
  return (fault: NonNullable<ReturnType<typeof amountFault>>) =>
    fault === 'below_range' || fault === 'above_range' || fault === 'insufficient'
      ? t(`faults.${fault}`, range)
      : amounts.faultText(fault)
}

/** The range, and the available money. */
function AmountHint({
  range,
  available,
}: {
  range: { min: string; max: string }
  available: string | undefined
}) {
  const t = useMessages('plan')
  const ui = useMessages('ui')
  const format = useFormatters()
  const currency = useCurrency()
  return (
    <>
      {t('rangeHint', range)}
      {ui('separator')}
      {available === undefined
        ? t('availableUnknown')
        : t('available', { amount: format.money(available, currency) })}
    </>
  )
}

/** The duration: chosen, or that of the followed leader's plan. */
function Duration({ draft, onDraft }: Pick<AmountStepProps, 'draft' | 'onDraft'>) {
  if (draft.leader_draft_id !== null) return <LeaderLine draft={draft} />
  return (
    <DurationChoice
      value={draft.duration_days}
      onChange={(duration_days) => onDraft({ ...draft, duration_days })}
    />
  )
}

/** Continues with the amount; disabled while new plans are paused, which the note at the top explains. */
function GoOn({ has_means, paused_note }: { has_means: boolean; paused_note: string | undefined }) {
  const t = useMessages('plan')
  return (
    <FooterBar>
      <Button type="submit" block disabled={paused_note !== undefined} aria-describedby={paused_note}>
        {has_means ? t('pay.next') : t('review')}
      </Button>
    </FooterBar>
  )
}

/** Step 1: amount and duration, with the available money, the range, and faults beside the field. */
export function AmountStep({ product, draft, onDraft, has_means, refusal, onReview }: AmountStepProps) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const amounts = useAmounts()
  const [text, type] = useTyped(draft.amount, amounts)
  const balance = useQuery(propertyQuery())
  const [checked, setChecked] = useState(false)
  const bounds = boundsOf(product, useStore(basic_config))
  const available = balance.data?.available_balance
  const is_paused = balance.data?.payments_stopped === true
  const noteId = useId()
  const limit_micros = has_means || available === undefined ? null : wireMicros(available)
  const fault = amountFault(amounts.read(text), bounds, limit_micros)
  const range = {
    min: format.amount(formatAmount(bounds.min_micros)),
    max: format.money(formatAmount(bounds.max_micros), currency),
  }
  const faultText = useFaultText(range)
  // Report too much while typing, but too little only on continuing, because typing starts with little.
  const is_too_much = fault === 'insufficient' || fault === 'above_range' || fault === 'too_precise'
  const shown = fault && (checked || is_too_much) ? faultText(fault) : undefined

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (is_paused) return
    setChecked(true)
    if (fault) event.currentTarget.querySelector('input')?.focus()
    else onReview()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-auto flex-col">
      <div className="flex flex-col gap-4 px-4 pb-4">
        <StepHeading>{t('placeAPlan')}</StepHeading>
        <PaymentsPausedNote id={noteId} />
        <ProductStrip product={product} />
        <AmountField
          text={text}
          amount_micros={wireMicros(draft.amount)}
          // A coupon's share depends on the amount, so it has to be chosen again.
          onChange={(next) => {
            setChecked(false)
            onDraft({ ...draft, amount: type(next), coupon: null, startup: '' })
          }}
          bounds={withinMeans(bounds, limit_micros)}
          available_micros={limit_micros}
          error={shown ?? refusal}
          hint={<AmountHint range={range} available={available} />}
        >
          {fault === 'insufficient' && (
            <TextLink to="/wallet" className="self-start">
              {t('toWallet')}
            </TextLink>
          )}
          <Duration draft={draft} onDraft={onDraft} />
        </AmountField>
      </div>
      <GoOn has_means={has_means} paused_note={is_paused ? noteId : undefined} />
    </form>
  )
}
