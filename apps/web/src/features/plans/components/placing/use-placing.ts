import { ApiError } from '@adtally/client/api-error.ts'
import { endIntention } from '@adtally/client/intentions.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import { type Property, propertyQuery } from '../../../../lib/figures/property-query.ts'
import { useIntention } from '../../../../lib/session/use-intention.ts'
import { useHasMeans } from '../../api/means.ts'
import { usePlacePlan } from '../../api/place-plan.ts'
import type { Product } from '../../api/products.ts'
import type { PlacingDraft, Step } from './placing-address.ts'
import { fundsOf, isPromoted, paidWith } from './placing-funds.ts'
import { wireMicros } from './placing-rules.ts'
import { keptAtStep, usePlacingWays } from './use-placing-ways.ts'

/** Refusals that another amount may cure, shown beside the amount. */
const ABOUT_AMOUNT: readonly (string | null)[] = [
  'amount_malformed',
  'amount_zero',
  'investment_out_of_range',
  'insufficient_balance',
  'product_escrow_exhausted',
]

/** Whether a refusal is about the means, to be shown where they are chosen. */
function isAboutPaying(reason: string | null): boolean {
  return /^(coupon|startup|promotion)_/.test(reason ?? '')
}

/** The amount and means as sent. */
function asSent(draft: PlacingDraft) {
  const { coupon, startup } = draft
  return {
    amount: isPromoted(draft) ? formatAmount(fundsOf(draft).plan_micros) : draft.amount,
    ...(coupon && { coupon: { coupon_id: coupon.coupon_id, worth: coupon.worth } }),
    ...(startup !== '' && { startup_amount: startup }),
  }
}

/** Product and duration, or the leader's draft, which implies both. */
function whatOf(product_id: string, { leader_draft_id, duration_days }: PlacingDraft) {
  return leader_draft_id === null ? { product_id, duration_days } : { draft_id: leader_draft_id }
}

/**
 * The draft as it enters the payment step: startup funds are preselected if the wallet alone can't pay the amount and
 * the product takes them. The customer may deselect them.
 */
function withNeededFunds(
  { push }: Product,
  draft: PlacingDraft,
  balance: Property | undefined,
): PlacingDraft {
  if (balance === undefined || !push.includes('official') || isPromoted(draft)) return draft
  if (wireMicros(draft.amount) <= wireMicros(balance.available_balance)) return draft
  return paidWith(draft, null, wireMicros(balance.startup_funds))
}

/** Navigation between the steps of placing, and the act itself; one `request_id` per intention. */
export function usePlacing(
  product: Product,
  step: Step,
  draft: PlacingDraft,
  onDraft: (draft: PlacingDraft) => void,
) {
  const { product_id } = product
  const t = useMessages('plan')
  const state = z.safeParse(keptAtStep, useLocation().state ?? {})
  const { request_id, placed, depth } = state.success ? state.data : { depth: 0 }
  const intention = useIntention('place')
  const place = usePlacePlan()
  const [refusal, setRefusal] = useState<string>()
  const has_means = useHasMeans()
  const balance = useQuery(propertyQuery()).data

  const ways = usePlacingWays(product_id, step, { request_id, depth })
  const change = (next: PlacingDraft) => {
    setRefusal(undefined)
    onDraft(next)
  }
  const review = (checked: PlacingDraft) => {
    change(checked)
    ways.goOnTo('review', checked, intention.requestId([product_id, checked]))
  }
  const goOn = () => {
    if (!has_means) return review({ ...draft, coupon: null, startup: '' })
    const paying = withNeededFunds(product, draft, balance)
    change(paying)
    ways.goOnTo('pay', paying)
  }
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) return setRefusal(t('noAnswer'))
    setRefusal(error.message)
    if (ABOUT_AMOUNT.includes(error.reason)) ways.goBack('amount', draft)
    if (!isAboutPaying(error.reason)) return
    const without = { ...draft, coupon: null, startup: '' }
    onDraft(without)
    ways.goBack('pay', without)
  }
  const confirm = () => {
    if (request_id === undefined || place.isPending) return
    setRefusal(undefined)
    place.mutate(
      { request_id, ...asSent(draft), ...whatOf(product_id, draft) },
      {
        onSuccess: (outcome) => {
          endIntention(request_id)
          ways.end(draft, outcome)
        },
        onError: refuse,
      },
    )
  }
  const busy = place.isPending
  const { goBack } = ways
  return { request_id, placed, refusal, busy, has_means, goBack, change, review, goOn, confirm }
}
