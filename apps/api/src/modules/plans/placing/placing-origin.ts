import type { PushKind } from '@adtally/contract/enums.ts'
import type { Transaction } from '../../../database/database.ts'
import type { Refusal } from '../../../lib/refusal.ts'
import type { Transfer } from '../../ledger/index.ts'
import type { Parts } from '../running/spend-parts.ts'

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
   * Once the accounts are locked: locks what is named and looks at it, by statements that start together. `plans` are
   * those to be placed, in the order of the ids.
   */
  look(tx: Transaction, subject_ids: readonly string[], plans: readonly PlacingFacts[]): Promise<HeldSubjects>
}

/** What plans of one batch are placed from, held for them by one kind of origin. */
export interface HeldSubjects {
  /** A refusal, or null where the plan may be placed from the subject, which is then taken: once. */
  take(subject_id: string, plan: PlacingFacts): Refusal | null
  /** Notes what was placed from what was taken. */
  record(tx: Transaction, placed: readonly PlacedFrom[]): Promise<void>
}

/** What `lookAtOrigins` found, for each kind of origin in a batch. */
export type HeldOrigins = ReadonlyMap<PlacingOriginKind, HeldSubjects>

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

/** Holds what a batch is placed from. */
export async function lookAtOrigins(tx: Transaction, placings: readonly Originated[]): Promise<HeldOrigins> {
  const looks = byKind(placings).map(async ([kind, group]) => {
    const held = await kind.look(
      tx,
      group.map(({ origin }) => origin.subject_id),
      group.map(({ placing }) => placing.facts),
    )
    return [kind, held] as const
  })
  return new Map(await Promise.all(looks))
}

/** Refusals of those placings of which an origin is not to be had any more; the others have taken theirs. */
export function originRefusals<Placing extends Originated>(
  held: HeldOrigins,
  placings: readonly Placing[],
): Map<Placing, Refusal> {
  const refused = new Map<Placing, Refusal>()
  for (const [kind, group] of byKind(placings)) {
    for (const { origin, placing } of group) {
      const refusal = held.get(kind)?.take(origin.subject_id, placing.facts)
      if (refusal && !refused.has(placing)) refused.set(placing, refusal)
    }
  }
  return refused
}

/** Tells the origins what was placed from them. */
export async function recordOrigins(
  tx: Transaction,
  held: HeldOrigins,
  placings: readonly Originated[],
): Promise<void> {
  const records = byKind(placings).map(([kind, group]) =>
    held.get(kind)?.record(
      tx,
      group.map(({ origin, placing: { facts } }) => ({
        subject_id: origin.subject_id,
        plan_id: facts.plan_id,
        plan: facts,
      })),
    ),
  )
  await Promise.all(records)
}

/** What the origins bring to a plan, ahead of its own transfers. */
export function originFunding({ origins, facts }: Originated): Transfer[] {
  return origins.flatMap(({ kind, subject_id }) => kind.funding?.(subject_id, facts) ?? [])
}

// Kinds in the order of their names, so that two batches never lock what they name in different orders.
function byKind<Placing extends Originated>(placings: readonly Placing[]) {
  const originated = placings.flatMap((placing) => placing.origins.map((origin) => ({ placing, origin })))
  const groups = Map.groupBy(originated, ({ origin }) => origin.kind)
  return [...groups].toSorted(([left], [right]) => (left.name < right.name ? -1 : 1))
}
