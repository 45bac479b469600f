import { planPut } from '@adtally/contract/plans.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { ApiError } from '../../../lib/api-error.ts'
import { useBackHandler } from '../../../lib/back-handler.ts'
import { useIntention } from '../../../lib/use-intention.ts'
import { useHasMeans } from '../api/means.ts'
import { usePlacePlan } from '../api/place-plan.ts'
import type { Product } from '../api/products.ts'
import { AmountStep } from './amount-step.tsx'
import { finished } from './amount-typing.ts'
import { PayStep } from './pay-step.tsx'
import { PlacedStep } from './placed-step.tsx'
import { type PlacingDraft, type Step, stepAddress } from './placing-address.ts'
import { fundsOf, isPromoted } from './placing-funds.ts'
import { ReviewStep } from './review-step.tsx'

/** What a step's place in the browser's history keeps: so that loading the page again neither forgets nor repeats. */
const kept = z.object({ request_id: z.optional(z.uuid()), placed: z.optional(planPut.response) })

/** Refusals that another amount may cure; they are said beside the amount. */
const ABOUT_AMOUNT: readonly (string | null)[] = [
  'amount_malformed',
  'amount_zero',
  'investment_out_of_range',
  'insufficient_balance',
  'product_escrow_exhausted',
]

/** Refusals that are about what pays; they are said where it is chosen. */
function isAboutPaying(reason: string | null): boolean {
  return /^(coupon|startup|promotion)_/.test(reason ?? '')
}

/** The plan's amount and what pays it, as it is sent. */
function asSent(draft: PlacingDraft) {
  const { coupon, startup } = draft
  return {
    amount: isPromoted(draft) ? formatAmount(fundsOf(draft).plan_micros) : draft.amount,
    ...(coupon && { coupon: { coupon_id: coupon.coupon_id, worth: coupon.worth } }),
    ...(startup !== '' && { startup_amount: startup }),
  }
}

interface PlacingProps {
  product: Product
  step: Step
  draft: PlacingDraft
  onDraft: (draft: PlacingDraft) => void
}

/** Placing a plan: amount, what pays it, review, done; one `request_id` an intention, however often it is tried. */
export default function Placing({ product, step, draft, onDraft }: PlacingProps) {
  const t = useMessages('plan')
  const navigate = useNavigate()
  const state = z.safeParse(kept, useLocation().state ?? {})
  const { request_id, placed } = state.success ? state.data : {}
  const intention = useIntention()
  const place = usePlacePlan()
  const [refusal, setRefusal] = useState<string>()
  const { product_id } = product
  const has_means = useHasMeans()

  const goTo = (next: Step, with_draft: PlacingDraft, keep: z.infer<typeof kept> = {}) =>
    void navigate(stepAddress(product_id, next, with_draft), { replace: true, state: keep })
  const review = (checked: PlacingDraft) => {
    onDraft(checked)
    setRefusal(undefined)
    goTo('review', checked, { request_id: intention.requestId([product_id, checked]) })
  }
  const goOn = () => {
    const checked = { ...draft, amount: finished(draft.amount) }
    if (!has_means) return review({ ...checked, coupon: null, startup: '' })
    onDraft(checked)
    setRefusal(undefined)
    goTo('pay', checked)
  }
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) return setRefusal(t('noAnswer'))
    setRefusal(error.message)
    if (ABOUT_AMOUNT.includes(error.reason)) goTo('amount', draft)
    if (isAboutPaying(error.reason)) {
      onDraft({ ...draft, coupon: null, startup: '' })
      goTo('pay', { ...draft, coupon: null, startup: '' })
    }
  }
  const confirm = () => {
    if (request_id === undefined || place.isPending) return
    setRefusal(undefined)
    const { duration_days } = draft
    place.mutate(
      { request_id, product_id, ...asSent(draft), duration_days },
      {
        onSuccess: (outcome) => {
          intention.done()
          goTo('done', draft, { placed: outcome })
        },
        onError: refuse,
      },
    )
  }

  if (step === 'done' && placed) return <PlacedStep product={product} draft={draft} placed={placed} />
  if (step === 'review' && request_id !== undefined) {
    return (
      <BackTo onBack={() => goTo(has_means ? 'pay' : 'amount', draft)}>
        <ReviewStep
          product={product}
          draft={draft}
          busy={place.isPending}
          refusal={refusal}
          onPlace={confirm}
        />
      </BackTo>
    )
  }
  const change = (next: PlacingDraft) => {
    setRefusal(undefined)
    onDraft(next)
  }
  if (step === 'pay' && draft.amount !== '') {
    return (
      <BackTo onBack={() => goTo('amount', draft)}>
        <PayStep
          product={product}
          draft={draft}
          onDraft={change}
          refusal={refusal}
          onReview={() => review(draft)}
        />
      </BackTo>
    )
  }
  if (step !== 'amount') return <Navigate to={stepAddress(product_id, 'amount', draft)} replace />
  return (
    <AmountStep
      product={product}
      draft={draft}
      onDraft={change}
      has_means={has_means}
      refusal={refusal}
      onReview={goOn}
    />
  )
}

function BackTo({ onBack, children }: { onBack: () => void; children: React.ReactNode }) {
  useBackHandler(onBack)
  return children
}
