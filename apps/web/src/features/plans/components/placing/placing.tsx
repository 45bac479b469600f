import { useState } from 'react'
import { Navigate } from 'react-router'
import { useBackHandler } from '../../../../lib/back-handler.ts'
import { useLeaderDraft } from '../../api/leader-draft.ts'
import type { Product } from '../../api/products.ts'
import { PageSkeleton } from '../page-skeleton.tsx'
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

/** Placing a plan: amount, payment, review, done. After a leader's plan, product and duration are the leader's. */
export default function Placing(props: PlacingProps) {
  const { leader_draft_id } = props.draft
  const found = useLeaderDraft(leader_draft_id)
  // Kept, because the draft is no longer open once it is placed.
  const [first_found, setFirstFound] = useState(found)
  if (found && first_found?.draft.draft_id !== found.draft.draft_id) setFirstFound(found)
  const leader = first_found ?? found
  if (leader_draft_id === null || props.step === 'done') return <Steps {...props} />
  if (leader === undefined) return <PageSkeleton />
  if (leader?.draft.product_id !== props.product.product_id)
    return <Navigate to="/ad-center/operated" replace />
  const { duration_days } = leader.draft
  return <Steps {...props} draft={{ ...props.draft, duration_days }} />
}

function Steps({ product, step, draft, onDraft }: PlacingProps) {
  const placing = usePlacing(product, step, draft, onDraft)
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
