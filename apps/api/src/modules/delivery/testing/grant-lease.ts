import type { Transaction } from '../../../database/database.ts'
import { grantLeases } from '../budget/budget.repository.ts'
import type { Lease } from '../budget/lease-book.ts'

/** Leases a slice of one plan's budget; null where too little is free. */
export async function grantLease(
  tx: Transaction,
  plan_id: string,
  { node_id, ...wish }: { node_id: number; slice_micros: bigint; least_micros: bigint },
): Promise<Lease | null> {
  return (await grantLeases(tx, node_id, [{ plan_id, ...wish }])).get(plan_id)?.lease ?? null
}
