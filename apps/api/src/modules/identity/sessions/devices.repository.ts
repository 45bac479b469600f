import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

/** Devices that are known of one customer; the one used longest ago makes room. */
const DEVICES_MAX = 20

/** Whether this customer has signed in on this device; of nobody (null) it is asked all the same, and answered false. */
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

/** Whether anybody has signed in on this device, so that its token is one that was given out. */
export async function isSomeonesDevice(tx: Transaction, device_hash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (select from identity.devices where device_hash = ${device_hash}) as is_known`.execute(tx)
  return rows[0]?.is_known === true
}

/** Keeps that a customer has signed in on a device, and forgets those beyond the last twenty. */
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

/** Forgets every device of a customer: somebody else may have signed in on one. */
export async function forgetDevices(tx: Transaction, customer_id: string): Promise<void> {
  await tx.deleteFrom('identity.devices').where('customer_id', '=', customer_id).execute()
}
