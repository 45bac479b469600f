import type { PushKind } from '@adtally/contract/enums.ts'
import type { Transaction } from '../../../database/database.ts'
import type { Refusal } from '../../../lib/refusal.ts'
import type { Transfer } from '../../ledger/index.ts'
import type { Parts } from '../running/spend-parts.ts'

/** What an origin may know about the plan to be placed. */
export interface PlacingFacts extends Parts {
  plan_id: string
  customer_id: string
  product_id: string
  push: readonly PushKind[]
  /** The request's time zone, used if the customer has set none. */
  time_zone: string
}

/**
 * A single-use thing that a plan may be placed from, such as a leader's draft or a coupon. A module above plans says
 * whether it is still available and records its use, in placing's own transaction and for the whole batch at once.
 */
export interface PlacingOriginKind {
  /** Unique, such as `draft`. */
  name: string
  /** Transfers that pay the plan's promotional part, before and linked with the plan's own (all or none). */
  funding?(subject_id: string, plan: PlacingFacts): Transfer[]
  /**
   * Called once the accounts are locked: locks the named subjects and reads them, with statements that are sent
   * together. `plans` are those to be placed, in the order of the ids.
   */
  look(tx: Transaction, subject_ids: readonly string[], plans: readonly PlacingFacts[]): Promise<HeldSubjects>
}

/** The subjects of one kind of origin, locked for a batch's plans. */
export interface HeldSubjects {
  /** Takes the subject for this plan, once, or returns a refusal. */
  take(subject_id: string, plan: PlacingFacts): Refusal | null
  /** Records what was placed from the taken subjects. */
  record(tx: Transaction, placed: readonly PlacedFrom[]): Promise<void>
}

/** The locked subjects for each kind of origin in a batch. */
export type HeldOrigins = ReadonlyMap<PlacingOriginKind, HeldSubjects>

export interface PlacedFrom {
  subject_id: string
  plan_id: string
  plan: PlacingFacts
}

/** One origin of a plan, which may have several of different kinds. */
export interface PlacingOrigin {
  kind: PlacingOriginKind
  subject_id: string
}

interface Originated {
  origins: readonly PlacingOrigin[]
  facts: PlacingFacts
}

/** Locks what a batch is placed from. */
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

/** Refuses placings whose origin is no longer available; takes it for the others. */
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

/** The transfers by which origins fund a plan, before its own. */
export function originFunding({ origins, facts }: Originated): Transfer[] {
  return origins.flatMap(({ kind, subject_id }) => kind.funding?.(subject_id, facts) ?? [])
}

// Kinds in the order of their names, so that two batches always lock in the same order.
function byKind<Placing extends Originated>(placings: readonly Placing[]) {
  const originated = placings.flatMap((placing) => placing.origins.map((origin) => ({ placing, origin })))
  const groups = Map.groupBy(originated, ({ origin }) => origin.kind)
  return [...groups].toSorted(([left], [right]) => (left.name < right.name ? -1 : 1))
}
