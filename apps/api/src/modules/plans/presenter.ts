import type { OutputOf } from '@adtally/contract/call.ts'
import type { leaderRecord } from '@adtally/contract/plans/follow.ts'
import type { lossRecord, planCard, planDetail, planPut } from '@adtally/contract/plans/plans.ts'
import type { productCard, productDetail } from '@adtally/contract/plans/products.ts'
import { weekSpans } from '@adtally/contract/week-hours.ts'
import { formatAmount, proportion } from '@adtally/money/money.ts'
import type * as z from 'zod/mini'
import { assetUrl, type ShownProduct, smallPictureUrl } from '../marketplace/index.ts'
import type { Policy } from '../policies/index.ts'
import { percentOf, tenths } from './percent.ts'
import type { PlacingOutcome } from './placing/place-plan.ts'
import type { Plan } from './plans.repository.ts'
import type { LeaderRecord, LossRecord } from './products/loss-record.ts'
import type { SettledSums } from './products/product-figures.repository.ts'
import { capacityOf, costPerConversion, costPerThousand } from './products/product-order.ts'
import type { PlanFigures } from './reading/plan-figures.ts'
import type { StatusChange } from './reading/plan-list.repository.ts'
import type { Parts } from './running/spend-parts.ts'
import type { Result } from './settlement/results.repository.ts'

/** A leader's record, shown before following. */
export function presentLeaderRecord(record: LeaderRecord): z.infer<typeof leaderRecord> {
  const { basis, worst_month, own_settled_plans, left_out_plans } = record
  return {
    ...presentFigures(record),
    basis,
    worst_month: worst_month && {
      month: worst_month.month,
      result_percent: tenths(worst_month.permille),
    },
    own_settled_plans: Number(own_settled_plans),
    left_out_plans: Number(left_out_plans),
  }
}

/** The loss record shown beside a product. */
export function presentLossRecord(record: LossRecord): z.infer<typeof lossRecord> {
  return { basis: record.basis, ...presentFigures(record) }
}

function presentFigures({
  figures,
  since,
  as_of,
}: Omit<LossRecord, 'basis'>): Omit<z.infer<typeof lossRecord>, 'basis'> {
  const permille = (value: bigint | null) => (value === null ? null : tenths(value))
  return {
    settled_plans: Number(figures.settled_plans),
    losing_plans_percent: percentOf(figures.losing_plans, figures.settled_plans),
    losing_amount_percent: percentOf(figures.lost_micros, figures.amount_micros),
    result_percent_quartile_1: permille(figures.quartile_1_permille),
    result_percent_median: permille(figures.median_permille),
    result_percent_quartile_3: permille(figures.quartile_3_permille),
    result_percent_quartile_1_by_amount: permille(figures.quartile_1_by_amount_permille),
    result_percent_median_by_amount: permille(figures.median_by_amount_permille),
    result_percent_quartile_3_by_amount: permille(figures.quartile_3_by_amount_permille),
    related_spend_percent: percentOf(figures.related_spend_micros, figures.spend_micros),
    since: since.toISOString(),
    as_of: as_of.toISOString(),
  }
}

/** How far a creative is from square; unknown sizes come last. */
function stretchOf({ width, height }: ShownProduct['creatives'][number]): number {
  return width && height ? Math.max(width, height) / Math.min(width, height) : Number.POSITIVE_INFINITY
}

/** A product's thumbnail: its approved picture closest to square, which is the shape in lists. */
function imageOf(product: ShownProduct | undefined, public_origin: string): string | null {
  const [pictured] = (product?.creatives ?? [])
    .filter(({ kind }) => kind !== 'video')
    .toSorted((left, right) => stretchOf(left) - stretchOf(right))
  return pictured ? smallPictureUrl(public_origin, pictured) : null
}

/** A product in a list. */
export function presentProduct(
  product: ShownProduct,
  record: LossRecord,
  public_origin: string,
): z.infer<typeof productCard> {
  return {
    product_id: product.product_id,
    name: product.name,
    advertiser: product.advertiser,
    type: product.type,
    push: product.push,
    payout: formatAmount(product.payout_micros),
    amount_min: formatAmount(product.amount_min_micros),
    amount_max: formatAmount(product.amount_max_micros),
    open: product.is_open,
    image_url: imageOf(product, public_origin),
    related_party: product.is_related,
    loss_record: presentLossRecord(record),
  }
}

/** The figures by which products are compared, besides payout and record. */
export function presentCompared(
  product: Pick<ShownProduct, 'payout_micros'>,
  sums: SettledSums,
  escrow_free_micros: bigint,
): Pick<OutputOf<typeof productDetail>, 'settled' | 'capacity_conversions'> {
  const conversions = capacityOf(escrow_free_micros, product.payout_micros)
  const cost = (amount_micros: bigint | null) => (amount_micros === null ? null : formatAmount(amount_micros))
  return {
    settled: {
      settled_plans: Number(sums.settled_plans),
      impressions: Number(sums.impressions),
      clicks: Number(sums.clicks),
      conversions: Number(sums.conversions),
      spend: formatAmount(sums.spend_micros),
      cost_per_thousand: cost(costPerThousand(sums)),
      cost_per_conversion: cost(costPerConversion(sums)),
    },
    capacity_conversions: Number(conversions),
  }
}

/** What a product's page shows besides the product itself. */
interface DetailFacts {
  record: LossRecord
  sums: SettledSums
  policy: Policy
  escrow_free_micros: bigint
  public_origin: string
}

/** A product's page. */
export function presentProductDetail(
  product: ShownProduct,
  { record, sums, policy, escrow_free_micros, public_origin }: DetailFacts,
): OutputOf<typeof productDetail> {
  return {
    ...presentProduct(product, record, public_origin),
    ...presentCompared(product, sums, escrow_free_micros),
    game_description: product.game_description,
    content: product.content,
    rules: product.rules,
    landing_url: product.landing_url,
    targeting: {
      countries: product.countries,
      devices: product.devices,
      operating_systems: product.operating_systems,
      languages: product.languages,
      hours: weekSpans(product.week_hours),
      keywords_any: product.keywords_any,
      keywords_none: product.keywords_none,
    },
    creatives: product.creatives.map(({ asset_hash, has_small_picture: _small, ...creative }) => {
      const url = assetUrl(public_origin, asset_hash)
      const is_video = creative.kind === 'video'
      return { ...creative, image_url: is_video ? null : url, video_url: is_video ? url : null }
    }),
    conversion_cap_percent: Number(policy.conversion_cap_percent),
    conversion_window_ms: Number(product.conversion_window_ms),
    publisher_share_percent: 100 - Number(policy.platform_fee_percent),
    escrow_free: formatAmount(escrow_free_micros),
    learning_phase_conversions: policy.learning_conversions_count,
  }
}

/** The answer to placing a plan. */
export function presentPlacing(outcome: PlacingOutcome): OutputOf<typeof planPut> {
  return {
    plan_id: outcome.plan_id,
    number: outcome.number,
    conversion_cap: Number(outcome.conversion_cap),
    reserved: formatAmount(BigInt(outcome.reserved_micros)),
    create_time: outcome.create_time,
  }
}

/** A plan in a list. */
export function presentPlan(
  plan: Plan,
  figures: PlanFigures,
  product: ShownProduct | undefined,
  public_origin: string,
): z.infer<typeof planCard> {
  const progress_percent = proportion(figures.consumed_micros, 100n, plan.amount_micros)
  return {
    plan_id: plan.plan_id,
    number: plan.number,
    product_id: plan.product_id,
    product_name: product?.name ?? '',
    image_url: imageOf(product, public_origin),
    status: plan.status,
    paused: plan.paused,
    put_amount: formatAmount(plan.amount_micros),
    consumed: formatAmount(figures.consumed_micros),
    to_be_consumed: formatAmount(figures.to_be_consumed_micros),
    put_progress_percent: Number(progress_percent),
    revenue: formatAmount(figures.revenue_micros),
    profit: formatAmount(figures.profit_micros),
    estimated: figures.estimated,
    learning_phase: figures.learning_phase,
    create_time: plan.created_at.toISOString(),
  }
}

type Detail = OutputOf<typeof planDetail>

/** A plan's history; the reason of a change is its trigger, or the reviewer's words if there are any. */
export function presentTimeline(changes: readonly StatusChange[]): Detail['timeline'] {
  return changes.map(({ status, trigger, detail, changed_at }) => ({
    status,
    at: changed_at.toISOString(),
    reason: detail ?? trigger,
  }))
}

/** A plan's money by kind. */
export function presentParts({ cash_micros, discount_micros, startup_micros }: Parts): Detail['funding'] {
  return {
    cash: formatAmount(cash_micros),
    discount: formatAmount(discount_micros),
    startup: formatAmount(startup_micros),
  }
}

/** A settled plan's result, and the net change of the customer's available funds by its entries. */
export function presentResult(
  plan: Plan,
  result: Result,
  available_change_micros: bigint,
): NonNullable<Detail['settlement']> {
  return {
    settled_at: result.settled_at.toISOString(),
    spend: formatAmount(result.spend_micros),
    revenue: formatAmount(result.revenue_micros),
    profit: formatAmount(result.profit_micros),
    startup_return: formatAmount(result.startup_return_micros),
    profit_share: formatAmount(result.profit_share_micros),
    rebate: formatAmount(result.rebate_micros),
    paid: formatAmount(result.customer_micros),
    returned: formatAmount(plan.amount_micros - result.spend_micros),
    platform_fee: formatAmount(result.platform_fee_micros),
    policy_version: result.policy_version,
    available_change: formatAmount(available_change_micros),
  }
}
