import type { FallStep } from '@adtally/contract/operator/market/delivery.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { seededRandom } from '../../../lib/seeded-random.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { placementProgress } from '../../statistics/index.ts'
import { type FreeBudget, readFreeBudgets } from '../budget/budget.repository.ts'
import { DeviceShows } from '../caps/device-shows.ts'
import type { DecisionContext } from '../decisions/candidate.ts'
import { absenceOf, Catalogue, type CatalogueRows } from '../decisions/catalogue.ts'
import { readCatalogue } from '../decisions/catalogue-keeper.ts'
import type { PlacementSlot } from '../decisions/placement-slot.ts'
import type { PlanSlot } from '../decisions/plan-slot.ts'
import { draw } from '../decisions/selection.ts'
import type { Visitor } from '../decisions/visitor.ts'
import { WeightedSet } from '../decisions/weighted-set.ts'
import { capsOf } from '../verification/over-cap.ts'
import type { DatabaseBuild } from '../visitors/address-database.ts'
import { countriesOf } from '../visitors/country-of.ts'

/** A plan on its way to being drawn. */
export interface ExplainedPlan {
  plan_id: string
  product_id: string
  /** Where it fell; null: it could be drawn. */
  fell_at: FallStep | null
  /** Its weight in the draw; 0 for one that may be drawn nowhere. */
  weight: number
  /** Of what is drawn among those that could be, in percent; 0 for one that fell. Of a few that are drawn one is shown. */
  share_percent: number
}

/** The same, with how often it is shown. */
export interface ExplainedShow extends ExplainedPlan {
  /** Of many draws on trial with what is known of plans on this placement, the part in which it was shown, in percent. */
  shown_percent: number
}

export interface ExplainedDecision {
  placement_id: string
  at: string
  visitor: Visitor
  country_database: DatabaseBuild
  plans: ExplainedShow[]
}

/** What is to be explained: the page's placement, who visits, and for whom it is told. */
export interface AskedDecision {
  /** A placement's key or id. */
  placement: string
  visitor: Visitor
  /** The publisher who asks, who is told of placements of their own alone; null: staff. */
  publisher_id: string | null
  at_ms: number
}

/** No node's memory is looked at, so no device has been shown anything yet. */
const NO_DEVICE = ''

/**
 * Why each plan could or couldn't be drawn now for a visitor of a placement who has been shown none of them yet, by the code
 * that draws, over what the database holds: leases that nodes hold count as taken. Throws `record_not_found`.
 */
export async function explainDecision(
  services: Services,
  { placement: key_or_id, visitor, publisher_id, at_ms }: AskedDecision,
): Promise<ExplainedDecision> {
  const { rows, free } = await services.database.transaction({ kind: 'system' }, async (tx) => {
    const rows = await readCatalogue(tx)
    return {
      rows,
      free: await readFreeBudgets(
        tx,
        rows.plans.map(({ plan_id }) => plan_id),
        new Date(at_ms),
      ),
    }
  })
  const catalogue = new Catalogue(contextOf(services, at_ms))
  await catalogue.replace(rows, at_ms)
  const placement = catalogue.placement(key_or_id)
  if (!placement || (publisher_id !== null && placement.terms.publisher_id !== publisher_id))
    throw new Refusal('record_not_found', { field: 'placement' })
  const { placement_id } = placement.terms
  const outcomes = await services.database.transaction({ kind: 'system' }, (tx) =>
    placementProgress(
      tx,
      rows.plans.map(({ plan_id }) => plan_id),
      placement_id,
    ),
  )
  for (const slot of catalogue.slots()) slot.learn(outcomes.get(slot.plan.plan_id) ?? new Map(), at_ms)
  for (const slot of catalogue.slots()) refuseLease(slot, placement, free.get(slot.plan.plan_id))
  const plans = explainPlans(rows, catalogue, placement, { visitor, device: NO_DEVICE, at_ms })
  const standing = plans.flatMap(({ fell_at, plan_id }) =>
    fell_at === null ? (catalogue.slot(plan_id) ?? []) : [],
  )
  const shown = drawOnTrial(standing, placement)
  return {
    placement_id,
    at: new Date(at_ms).toISOString(),
    visitor,
    country_database: countriesOf(services.settings).build,
    plans: plans.map((plan) => ({
      ...plan,
      shown_percent: percent(shown.get(plan.plan_id) ?? 0, TRIALS),
    })),
  }
}

/** Where each plan falls on a placement, by what the draw itself asks, in the order of the rows. */
export function explainPlans(
  { plans, products }: Pick<CatalogueRows, 'plans' | 'products'>,
  catalogue: Catalogue,
  placement: PlacementSlot,
  { visitor, device, at_ms }: { visitor: Visitor; device: string; at_ms: number },
): ExplainedPlan[] {
  const open = new Map(products.map((product) => [product.product_id, product]))
  const fallen = plans.map((plan) => {
    const slot = catalogue.slot(plan.plan_id)
    return {
      plan_id: plan.plan_id,
      product_id: plan.product_id,
      fell_at: slot
        ? placement.fallOf(slot, visitor, device, { leased_only: false })
        : absenceOf(plan, open.get(plan.product_id), at_ms),
      weight: slot?.weight ?? 0,
    }
  })
  const total = fallen.reduce((sum, { fell_at, weight }) => (fell_at === null ? sum + weight : sum), 0)
  return fallen.map((plan) => ({
    ...plan,
    share_percent: plan.fell_at === null ? percent(plan.weight, total) : 0,
  }))
}

const TRIALS = 2_000
/** The same question has the same answer. */
const TRIAL_SEED = 1

/** How often each of these plans is shown in `TRIALS` draws. */
function drawOnTrial(slots: readonly PlanSlot[], { terms }: PlacementSlot): Map<string, number> {
  const plans = new WeightedSet<PlanSlot>()
  for (const slot of slots) plans.put(slot, slot.weight)
  const random = seededRandom(TRIAL_SEED)
  const shown = new Map<string, number>()
  for (let trial = 0; trial < TRIALS && slots.length > 0; trial += 1) {
    const drawn = draw(
      [{ plans }],
      random,
      () => null,
      (slot) => slot.scoreOn(terms.placement_id, random),
    )
    if (typeof drawn === 'string') break
    shown.set(drawn.plan.plan_id, (shown.get(drawn.plan.plan_id) ?? 0) + 1)
  }
  return shown
}

function percent(part: number, whole: number): number {
  return Math.round((part * 10_000) / whole) / 100
}

/** Marks a plan as a node does that was refused a lease, where too little of its budget or its day is free for one charge. */
function refuseLease(
  slot: PlanSlot,
  { charge_micros, charged_on }: PlacementSlot,
  free: FreeBudget | undefined,
): void {
  const { amount_micros } = slot.plan
  const { left_micros, free_micros } = free ?? { left_micros: amount_micros, free_micros: amount_micros }
  if (free_micros >= charge_micros) return
  const paced_until_ms = left_micros >= charge_micros ? Number.POSITIVE_INFINITY : null
  slot.budget(charged_on).refuse(0n, Number.POSITIVE_INFINITY, paced_until_ms)
}

function contextOf(services: Services, at_ms: number): DecisionContext {
  return {
    codec: services.delivery.codec,
    shows: new DeviceShows(),
    public_origin: services.settings.public_origin,
    now_ms: at_ms,
    caps: capsOf(policies.current(services)),
    tellShow: () => {},
    requestLease: () => {},
  }
}
