import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

/** Whether a customer signs in with a password; a host's users do not. */
export async function hasLoginPassword(tx: Transaction, customer_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('identity.login_passwords')
    .select('customer_id')
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces a customer's sign-in password. */
export async function replaceLoginPassword(
  tx: Transaction,
  customer_id: string,
  password_hash: string,
): Promise<void> {
  await tx
    .updateTable('identity.login_passwords')
    .set({ password_hash, changed_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .execute()
}
