import type { OutputOf } from '@adtally/contract/call.ts'
import type { assistanceList } from '@adtally/contract/plans/follow.ts'
import { buildProduct } from './plan-replies.ts'

type Assistance = OutputOf<typeof assistanceList>
type Relation = NonNullable<Assistance['relation']>
type Draft = Assistance['drafts'][number]

/** A leader who is followed. */
export const RELATION: Relation = {
  relation_id: '01890000-0000-7000-8000-0000000000f1',
  operated_id: '40817263',
  nickname: 'Grace',
  related_party: false,
  fee_percent: 15,
  started_at: '2026-02-01T10:00:00Z',
  ended_at: null,
  end_reason: null,
  confirmed_plans: 2,
  mark: { cumulative: '4.00', high_water: '10.00', missing: '6.00', shares: '1.50' },
}

/** A customer who follows nobody, by whose ID nobody follows. */
export const buildAssistance = (members: Partial<Assistance> = {}): Assistance => ({
  items: [],
  next_cursor: null,
  own: { operated_id: '10203040', followers: 0, fee_percent: 0 },
  relation: null,
  drafts: [],
  ...members,
})

const product = buildProduct()

/** The leader's plan, not confirmed yet. */
export const DRAFT: Draft = {
  draft_id: '01890000-0000-7000-8000-0000000000f2',
  operated_id: '40817263',
  nickname: 'Grace',
  product_id: product.product_id,
  product_name: product.name,
  image_url: null,
  advertiser: product.advertiser,
  open: true,
  related_party: false,
  payout: product.payout,
  amount_min: product.amount_min,
  amount_max: product.amount_max,
  duration_days: 14,
  loss_record: product.loss_record,
  leader_placed_at: '2026-03-01T10:00:00Z',
  expires_at: new Date(Date.now() + 3 * 86_400_000 - 60_000).toISOString(),
}
