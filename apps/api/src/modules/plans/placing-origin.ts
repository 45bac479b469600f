import type { PushKind } from '@adtally/contract/enums.ts'
import type { Transaction } from '../../database/database.ts'
import type { Transfer } from '../ledger/index.ts'
import type { Refusal } from '../refusal.ts'
import type { Parts } from './spend-parts.ts'

/** What an origin may know of the plan that is about to be placed. */
export interface PlacingFacts extends Parts {
  plan_id: string
  customer_id: string
  product_id: string
  push: readonly PushKind[]
  /** Of the request; holds where the customer has set none. */
  time_zone: string
}

/**
 * What a plan may be placed from and can be used once, such as a draft of somebody who is followed or a coupon: a module
 * above plans says whether it is still to be had and keeps what became of it, in placing's own transaction and for the
 * whole batch at once.
 */
export interface PlacingOriginKind {
  /** Such as `draft`; unique. */
  name: string
  /** What pays the plan's promotional part, ahead of the plan's own transfers; linked with them, all or none. */
  funding?(subject_id: string, plan: PlacingFacts): Transfer[]
  /**
   * Locks what is named and answers a refusal, or null, for each; the same subject twice is refused the second time.
   * `plans` are those to be placed, in the order of the ids.
   */
  check(
    tx: Transaction,
    subject_ids: readonly string[],
    plans: readonly PlacingFacts[],
  ): Promise<(Refusal | null)[]>
  /** Notes what was placed from what was checked. */
  record(tx: Transaction, placed: readonly PlacedFrom[]): Promise<void>
}

/** A plan and what it was placed from. */
export interface PlacedFrom {
  subject_id: string
  plan_id: string
  plan: PlacingFacts
}

/** What one plan is placed from; a plan may have several, of different kinds. */
export interface PlacingOrigin {
  kind: PlacingOriginKind
  subject_id: string
}

/** A placing that may have origins. */
interface Originated {
  origins: readonly PlacingOrigin[]
  facts: PlacingFacts
}

/** Refusals of those placings of which an origin is not to be had any more. */
export async function originRefusals<Payload extends Originated>(
  tx: Transaction,
  payloads: readonly Payload[],
): Promise<Map<Payload, Refusal>> {
  const refused = new Map<Payload, Refusal>()
  for (const [kind, group] of byKind(payloads)) {
    const refusals = await kind.check(
      tx,
      group.map(({ origin }) => origin.subject_id),
      group.map(({ payload }) => payload.facts),
    )
    for (const [index, { payload }] of group.entries()) {
      const refusal = refusals[index]
      if (refusal && !refused.has(payload)) refused.set(payload, refusal)
    }
  }
  return refused
}

/** Tells the origins what was placed from them. */
export async function recordOrigins(tx: Transaction, payloads: readonly Originated[]): Promise<void> {
  for (const [kind, group] of byKind(payloads)) {
    await kind.record(
      tx,
      group.map(({ origin, payload: { facts } }) => ({
        subject_id: origin.subject_id,
        plan_id: facts.plan_id,
        plan: facts,
      })),
    )
  }
}

/** What the origins bring to a plan, ahead of its own transfers. */
export function originFunding({ origins, facts }: Originated): Transfer[] {
  return origins.flatMap(({ kind, subject_id }) => kind.funding?.(subject_id, facts) ?? [])
}

// Kinds in the order of their names, so that two batches never lock what they name in different orders.
function byKind<Payload extends Originated>(payloads: readonly Payload[]) {
  const originated = payloads.flatMap((payload) => payload.origins.map((origin) => ({ payload, origin })))
  const groups = Map.groupBy(originated, ({ origin }) => origin.kind)
  return [...groups].toSorted(([left], [right]) => (left.name < right.name ? -1 : 1))
}
