import { Refusal } from '../../../lib/refusal.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { type FreeBudget, readFreeBudgets } from '../budget/budget.repository.ts'
import { DeviceShows } from '../caps/device-shows.ts'
import type { DecisionContext } from '../decisions/candidate.ts'
import { type Absence, absenceOf, Catalogue, type CatalogueRows } from '../decisions/catalogue.ts'
import { readCatalogue } from '../decisions/catalogue-keeper.ts'
import type { FallStep, PlacementSlot } from '../decisions/placement-slot.ts'
import type { PlanSlot } from '../decisions/plan-slot.ts'
import type { Visitor } from '../decisions/visitor.ts'
import { capsOf } from '../verification/over-cap.ts'
import { type CountryBuild, countriesOf } from '../visitors/country-of.ts'

/** A plan on its way to being drawn. */
export interface ExplainedPlan {
  plan_id: string
  product_id: string
  /** Where it fell; null: it could be drawn. */
  fell_at: Absence | FallStep | null
  /** Its weight in the draw; 0 for one that may be drawn nowhere. */
  weight: number
  /** Of a draw among those that could be drawn, in percent; 0 for one that fell. */
  share_percent: number
}

export interface ExplainedDecision {
  placement_id: string
  at: string
  visitor: Visitor
  country_database: CountryBuild
  plans: ExplainedPlan[]
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
  for (const slot of catalogue.slots()) refuseLease(slot, placement, free.get(slot.plan.plan_id))
  return {
    placement_id: placement.terms.placement_id,
    at: new Date(at_ms).toISOString(),
    visitor,
    country_database: countriesOf(services.settings).build,
    plans: explainPlans(rows, catalogue, placement, { visitor, device: NO_DEVICE, at_ms }),
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
    share_percent: plan.fell_at === null ? Math.round((plan.weight * 10_000) / total) / 100 : 0,
  }))
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
