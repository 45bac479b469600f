import { type Planting, plant } from '../../../testing/plant.ts'
import type { TestDatabase } from '../../../testing/test-database.ts'

/** Every batch is walked through in order: what the other mutations change is always what runs. */
const IN_ORDER: Planting = {
  routine: 'ledger.post_transfers',
  from: 'if post_at_once(',
  to: 'if false and post_at_once(',
}

/** The look at the balance taken out: only the CHECK is left. */
export const WITHOUT_BALANCE_CHECK = [
  IN_ORDER,
  { routine: 'ledger.post_in_order', from: "result := 'insufficient_funds'", to: "result := 'ok'" },
] as const satisfies Planting[]

/** What a failed group did is not taken back. */
export const WITHOUT_UNDO = [
  { routine: 'ledger.post_in_order', from: 'debits_posted[d] := debits_posted[d] - posted', to: 'null' },
] as const satisfies Planting[]

/** A batch taken at once does not ask whether it may: who may pay whom, and whether it is there in any order. */
export const WITHOUT_ASKING = [
  {
    routine: 'ledger.post_at_once',
    from: "raise exception 'to be taken in order' using errcode = 'LG002'",
    to: 'null',
  },
] as const satisfies Planting[]

/** Money that comes from nowhere: what is credited is one micro-unit more than what is debited. */
export const WITHOUT_ZERO_SUM = [
  IN_ORDER,
  {
    routine: 'ledger.post_in_order',
    from: 'credits_posted[c] := credits_posted[c] + posted',
    to: 'credits_posted[c] := credits_posted[c] + posted + 1',
  },
] as const satisfies Planting[]

/** Plants faults in the ledger while `work` runs, as the schema's owner. Throws as `plant` does. */
export async function withMutant<T>(
  db: TestDatabase,
  mutations: readonly Planting[],
  work: () => Promise<T>,
): Promise<T> {
  const sources = await plant(db.asOwner, mutations)
  try {
    return await work()
  } finally {
    for (const source of sources) await db.asOwner(source)
  }
}
