import type { Transaction } from '../../../database/database.ts'
import { grantLeases } from '../budget/budget.repository.ts'
import type { Lease } from '../budget/lease-book.ts'
import { TOKEN_LIFETIME_MS } from '../decisions/token.ts'

/** Leases a slice of one plan's budget, for clicks unless told; null where too little is free. */
export async function grantLease(
  tx: Transaction,
  plan_id: string,
  wish: { node_id: number; slice_micros: bigint; least_micros: bigint; charge_within_ms?: number },
): Promise<Lease | null> {
  const { node_id, charge_within_ms = TOKEN_LIFETIME_MS, ...amounts } = wish
  return (await grantLeases(tx, node_id, [{ plan_id, charge_within_ms, ...amounts }]))[0]?.lease ?? null
}
