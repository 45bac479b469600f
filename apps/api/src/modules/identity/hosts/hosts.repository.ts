import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

/** The audience that tickets must name. */
export async function ticketAudience(tx: Transaction): Promise<string> {
  const { audience } = await tx
    .selectFrom('identity.ticket_audience')
    .select('audience')
    .executeTakeFirstOrThrow()
  return audience
}

/** The public JWK of a host's unrevoked key, or null. */
export async function findHostKey(tx: Transaction, host_id: string, key_id: string): Promise<unknown> {
  const row = await tx
    .selectFrom('identity.host_keys')
    .select('public_jwk')
    .where('host_id', '=', host_id)
    .where('key_id', '=', key_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row?.public_jwk ?? null
}

/** Adds a key; false where this host has or had one with that id. */
export async function insertHostKey(
  tx: Transaction,
  key: { host_id: string; key_id: string; host_name: string; public_jwk: string; proposal_id: string },
): Promise<boolean> {
  const result = await tx
    .insertInto('identity.host_keys')
    .values({ ...key, added_at: sql<Date>`platform.now()`, revoked_at: null })
    .onConflict((conflict) => conflict.columns(['host_id', 'key_id']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Revokes a key now; false where there is none to revoke. */
export async function revokeHostKey(tx: Transaction, host_id: string, key_id: string): Promise<boolean> {
  const result = await tx
    .updateTable('identity.host_keys')
    .set({ revoked_at: sql<Date>`platform.now()` })
    .where('host_id', '=', host_id)
    .where('key_id', '=', key_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Every key ever added. */
export async function listHostKeys(tx: Transaction) {
  return await tx
    .selectFrom('identity.host_keys')
    .select(['host_id', 'host_name', 'key_id', 'public_jwk', 'added_at', 'revoked_at'])
    .orderBy('host_id')
    .orderBy('added_at')
    .execute()
}
