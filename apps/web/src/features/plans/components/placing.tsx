import { planPut } from '@adtally/contract/plans.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { ApiError } from '../../../lib/api-error.ts'
import { useBackHandler } from '../../../lib/back-handler.ts'
import { useIntention } from '../../../lib/use-intention.ts'
import { usePlacePlan } from '../api/place-plan.ts'
import type { Product } from '../api/products.ts'
import { AmountStep } from './amount-step.tsx'
import { finished } from './amount-typing.ts'
import { PlacedStep } from './placed-step.tsx'
import { type PlacingDraft, type Step, stepAddress } from './placing-address.ts'
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

interface PlacingProps {
  product: Product
  step: Step
  draft: PlacingDraft
  onDraft: (draft: PlacingDraft) => void
}

/** Placing a plan: amount, review, done; one `request_id` an intention, however often it is tried. */
export default function Placing({ product, step, draft, onDraft }: PlacingProps) {
  const t = useMessages('plan')
  const navigate = useNavigate()
  const state = z.safeParse(kept, useLocation().state ?? {})
  const { request_id, placed } = state.success ? state.data : {}
  const intention = useIntention()
  const place = usePlacePlan()
  const [refusal, setRefusal] = useState<string>()
  const { product_id } = product

  const goTo = (next: Step, with_draft: PlacingDraft, keep: z.infer<typeof kept> = {}) =>
    void navigate(stepAddress(product_id, next, with_draft), { replace: true, state: keep })
  const review = () => {
    const checked = { ...draft, amount: finished(draft.amount) }
    onDraft(checked)
    setRefusal(undefined)
    goTo('review', checked, { request_id: intention.requestId([product_id, checked]) })
  }
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) return setRefusal(t('noAnswer'))
    setRefusal(error.message)
    if (ABOUT_AMOUNT.includes(error.reason)) goTo('amount', draft)
  }
  const confirm = () => {
    if (request_id === undefined || place.isPending) return
    setRefusal(undefined)
    const { amount, duration_days } = draft
    place.mutate(
      { request_id, product_id, amount, duration_days },
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
      <BackTo onBack={() => goTo('amount', draft)}>
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
  if (step !== 'amount') return <Navigate to={stepAddress(product_id, 'amount', draft)} replace />
  const change = (next: PlacingDraft) => {
    setRefusal(undefined)
    onDraft(next)
  }
  return <AmountStep product={product} draft={draft} onDraft={change} refusal={refusal} onReview={review} />
}

function BackTo({ onBack, children }: { onBack: () => void; children: React.ReactNode }) {
  useBackHandler(onBack)
  return children
}
