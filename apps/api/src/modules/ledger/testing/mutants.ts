import { type Planting, plant } from '../../../testing/plant.ts'
import type { TestDatabase } from '../../../testing/servers/test-database.ts'

/** Accounts report more than they hold: only the CHECK protects them. */
export const WITHOUT_BALANCE_CHECK = [
  {
    routine: 'ledger.lock_accounts',
    from: "case side when 'credit' then credits_posted_micros",
    to: "case side when 'credit' then 1000 + credits_posted_micros",
  },
] as const satisfies Planting[]

/** Money from nowhere: credits one micro-unit more than it debits. */
export const WITHOUT_ZERO_SUM = [
  {
    routine: 'ledger.write_transfers',
    from: '(credited, 0, amount)',
    to: '(credited, 0, amount + 1)',
  },
] as const satisfies Planting[]

/** Writing does not check whether the posting is allowed, and trusts the caller. */
export const WITHOUT_ASKING = [
  {
    routine: 'ledger.write_transfers',
    from: "raise exception 'a transfer is no posting of the chart' using errcode = 'LG001'",
    to: 'null',
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
