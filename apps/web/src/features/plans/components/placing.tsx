import { Navigate } from 'react-router'
import { useBackHandler } from '../../../lib/back-handler.ts'
import type { Product } from '../api/products.ts'
import { AmountStep } from './amount-step.tsx'
import { PayStep } from './pay-step.tsx'
import { PlacedStep } from './placed-step.tsx'
import { type PlacingDraft, type Step, stepAddress } from './placing-address.ts'
import { ReviewStep } from './review-step.tsx'
import { usePlacing } from './use-placing.ts'

interface PlacingProps {
  product: Product
  step: Step
  draft: PlacingDraft
  onDraft: (draft: PlacingDraft) => void
}

/** Placing a plan: amount, what pays it, review, done. */
export default function Placing({ product, step, draft, onDraft }: PlacingProps) {
  const placing = usePlacing(product.product_id, step, draft, onDraft)
  const { request_id, placed, refusal, has_means, goBack } = placing
  if (step === 'done' && placed) return <PlacedStep product={product} draft={draft} placed={placed} />
  if (step === 'review' && request_id !== undefined) {
    return (
      <BackTo onBack={() => goBack(has_means ? 'pay' : 'amount', draft)}>
        <ReviewStep
          product={product}
          draft={draft}
          busy={placing.busy}
          refusal={refusal}
          onPlace={placing.confirm}
        />
      </BackTo>
    )
  }
  if (step === 'pay' && draft.amount !== '') {
    return (
      <BackTo onBack={() => goBack('amount', draft)}>
        <PayStep
          product={product}
          draft={draft}
          onDraft={placing.change}
          refusal={refusal}
          onReview={() => placing.review(draft)}
        />
      </BackTo>
    )
  }
  if (step !== 'amount') return <Navigate to={stepAddress(product.product_id, 'amount', draft)} replace />
  return (
    <AmountStep
      product={product}
      draft={draft}
      onDraft={placing.change}
      has_means={has_means}
      refusal={refusal}
      onReview={placing.goOn}
    />
  )
}

function BackTo({ onBack, children }: { onBack: () => void; children: React.ReactNode }) {
  useBackHandler(onBack)
  return children
}
