import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

export interface GrantRow {
  /** Hexadecimal. */
  grant_hash: string
  customer_id: string
  amount_micros: Micros
  beneficiary_id: string
}

/** Stores a grant, and deletes this customer's that ended more than a day ago. */
export async function insertGrant(
  tx: Transaction,
  grant: { grant_hash: Buffer; customer_id: string; amount_micros: Micros; beneficiary_id: string },
  ends_after_ms: number,
): Promise<Date> {
  await tx
    .deleteFrom('identity.grants')
    .where('customer_id', '=', grant.customer_id)
    .where('expires_at', '<', sql<Date>`platform.now() - interval '1 day'`)
    .execute()
  const { expires_at } = await tx
    .insertInto('identity.grants')
    .values({
      ...grant,
      created_at: sql<Date>`platform.now()`,
      expires_at: sql<Date>`platform.now() + ${ends_after_ms} * interval '1 millisecond'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/** Locks the unused, unexpired grants with these hashes, in order of hash. */
export async function lockUsable(tx: Transaction, grant_hashes: readonly Buffer[]): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    select encode(grant_hash, 'hex') as grant_hash, customer_id, amount_micros, beneficiary_id
    from identity.grants
    where grant_hash = any(${grant_hashes}::bytea[]) and used_at is null and expires_at > platform.now()
    order by grant_hash for update`.execute(tx)
  return rows
}

/** Marks grants used; returns how many were unused. */
export async function markUsed(tx: Transaction, grant_hashes: readonly Buffer[]): Promise<number> {
  const result = await tx
    .updateTable('identity.grants')
    .set({ used_at: sql<Date>`platform.now()` })
    .where('grant_hash', '=', sql<Buffer>`any(${grant_hashes}::bytea[])`)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Ends a customer's unused grants, because the password behind them can't be trusted any more. */
export async function endGrants(tx: Transaction, customer_id: string): Promise<void> {
  await tx
    .deleteFrom('identity.grants')
    .where('customer_id', '=', customer_id)
    .where('used_at', 'is', null)
    .execute()
}
