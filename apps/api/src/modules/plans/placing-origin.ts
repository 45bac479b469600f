import type { Transaction } from '../../database/database.ts'
import type { Refusal } from '../refusal.ts'

/**
 * What a plan may be placed from, such as a draft of somebody who is followed: a module above plans says whether it is
 * still to be had and keeps what became of it, in placing's own transaction and for the whole batch at once.
 */
export interface PlacingOriginKind {
  /** Such as `draft`; unique. */
  name: string
  /** Locks what is named and answers a refusal, or null, for each; the same subject twice is refused the second time. */
  check(tx: Transaction, subject_ids: readonly string[]): Promise<(Refusal | null)[]>
  /** Notes what was placed from what was checked. */
  record(tx: Transaction, placed: readonly { subject_id: string; plan_id: string }[]): Promise<void>
}

/** What one plan is placed from. */
export interface PlacingOrigin {
  kind: PlacingOriginKind
  subject_id: string
}

/** A placing that may have an origin. */
interface Originated {
  origin: PlacingOrigin | undefined
  plan: { plan_id: string }
}

/** Refusals of those placings whose origin is not to be had any more. */
export async function originRefusals<Payload extends Originated>(
  tx: Transaction,
  payloads: readonly Payload[],
): Promise<Map<Payload, Refusal>> {
  const refused = new Map<Payload, Refusal>()
  for (const [kind, group] of byKind(payloads)) {
    const refusals = await kind.check(
      tx,
      group.map(({ origin }) => origin.subject_id),
    )
    for (const [index, { payload }] of group.entries()) {
      const refusal = refusals[index]
      if (refusal) refused.set(payload, refusal)
    }
  }
  return refused
}

/** Tells the origins what was placed from them. */
export async function recordOrigins(tx: Transaction, payloads: readonly Originated[]): Promise<void> {
  for (const [kind, group] of byKind(payloads)) {
    await kind.record(
      tx,
      group.map(({ origin, payload }) => ({ subject_id: origin.subject_id, plan_id: payload.plan.plan_id })),
    )
  }
}

function byKind<Payload extends Originated>(payloads: readonly Payload[]) {
  const originated = payloads.flatMap((payload) =>
    payload.origin ? [{ payload, origin: payload.origin }] : [],
  )
  return Map.groupBy(originated, ({ origin }) => origin.kind)
}
