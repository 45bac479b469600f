import type { followDraft, followRecord } from '@adtally/contract/plans/follow.ts'
import type { productCard } from '@adtally/contract/plans/products.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type * as z from 'zod/mini'
import type { Draft } from './drafts.repository.ts'
import type { Relation } from './relations.repository.ts'
import { carriedLoss } from './shares/marks.ts'
import type { PairSum, SharedPlan } from './shares/shares.repository.ts'

/** The followed person as shown to a follower: an ID and a nickname, never a name. */
interface Followed {
  operated_id: string
  nickname: string
}

/** A relation as its follower sees it. */
export function presentRelation(
  relation: Relation,
  { operated_id, nickname }: Followed,
  related_party: boolean,
  confirmed_plans: number,
  sum: PairSum,
): z.infer<typeof followRecord> {
  return {
    relation_id: relation.relation_id,
    operated_id,
    nickname,
    related_party,
    fee_percent: relation.fee_percent,
    started_at: relation.started_at.toISOString(),
    ended_at: relation.ended_at?.toISOString() ?? null,
    end_reason: relation.end_reason,
    confirmed_plans,
    mark: {
      cumulative: formatAmount(sum.cumulative_micros),
      high_water: formatAmount(sum.mark_micros),
      missing: formatAmount(carriedLoss(sum)),
      shares: formatAmount(sum.shares_micros),
    },
  }
}

/** A share of profit, from one settlement or correction. */
export function presentShare(
  entry: Pick<SharedPlan, 'created_at' | 'revision' | 'result_micros' | 'fee_percent' | 'fee_micros'>,
) {
  return {
    at: entry.created_at.toISOString(),
    revision: entry.revision,
    result: formatAmount(entry.result_micros),
    fee_percent: entry.fee_percent,
    share: formatAmount(entry.fee_micros),
  }
}

/** A draft with its product's card; the leader's stake is not shown. */
export function presentDraft(
  draft: Draft,
  { operated_id, nickname }: Followed,
  product: z.infer<typeof productCard>,
): z.infer<typeof followDraft> {
  const { product_id, image_url, advertiser, open, related_party, payout, amount_min, amount_max } = product
  return {
    draft_id: draft.draft_id,
    operated_id,
    nickname,
    product_id,
    product_name: product.name,
    image_url,
    advertiser,
    open,
    related_party,
    payout,
    amount_min,
    amount_max,
    duration_days: draft.duration_days,
    loss_record: product.loss_record,
    leader_placed_at: draft.leader_placed_at.toISOString(),
    expires_at: draft.expires_at.toISOString(),
  }
}
