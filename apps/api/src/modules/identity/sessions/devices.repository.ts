import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

/** Known devices per customer; the longest unused is dropped. */
const DEVICES_MAX = 20

/** Whether this customer has signed in on this device; for null the query runs too, and returns false. */
export async function isKnownDevice(
  tx: Transaction,
  customer_id: string | null,
  device_hash: Buffer,
): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (
      select from identity.devices where customer_id = ${customer_id}::uuid and device_hash = ${device_hash}
    ) as is_known`.execute(tx)
  return rows[0]?.is_known === true
}

/** Whether anybody has signed in on this device, so that we issued its token. */
export async function isSomeonesDevice(tx: Transaction, device_hash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (select from identity.devices where device_hash = ${device_hash}) as is_known`.execute(tx)
  return rows[0]?.is_known === true
}

/** Remembers a customer's device, and deletes those beyond the last twenty. */
export async function keepDevice(tx: Transaction, customer_id: string, device_hash: Buffer): Promise<void> {
  const now = sql<Date>`platform.now()`
  await tx
    .insertInto('identity.devices')
    .values({ customer_id, device_hash, first_used_at: now, last_used_at: now })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'device_hash']).doUpdateSet({ last_used_at: now }),
    )
    .execute()
  await sql`
    delete from identity.devices where customer_id = ${customer_id} and device_hash in (
      select device_hash from identity.devices where customer_id = ${customer_id}
      order by last_used_at desc, device_hash offset ${DEVICES_MAX})`.execute(tx)
}

/** Forgets a customer's devices, because somebody else may have signed in on one. */
export async function forgetDevices(tx: Transaction, customer_id: string): Promise<void> {
  await tx.deleteFrom('identity.devices').where('customer_id', '=', customer_id).execute()
}
