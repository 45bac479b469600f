import type { Language } from '@adtally/contract/enums.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** An unfinished try is repeated after this time. */
const TRY_MS_MAX = 60_000
const WAIT_MINUTES_MAX = 60

/** Whether a session's device is notified. */
export async function hasDevice(tx: Transaction, session_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('webpush.devices')
    .select('session_id')
    .where('session_id', '=', session_id)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the subscription of a session's device, in the scope of its customer; replaces an earlier one. */
export async function keepDevice(
  tx: Transaction,
  device: {
    session_id: string
    subscription_sealed: Buffer
    endpoint_hash: Buffer
    push_service: string
    language: Language
  },
): Promise<void> {
  const { session_id, subscription_sealed, endpoint_hash, push_service, language } = device
  await sql`select webpush.keep_device(${session_id}::uuid, ${subscription_sealed}::bytea, ${endpoint_hash}::bytea,
    ${push_service}::text, ${language}::text)`.execute(tx)
}

/** The sealed subscription of a session's device; null if it is not notified. */
export async function findSubscription(tx: Transaction, session_id: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('webpush.devices')
    .select('subscription_sealed')
    .where('session_id', '=', session_id)
    .executeTakeFirst()
  return row?.subscription_sealed ?? null
}

/** Moves a device to the session that replaced its last one in this transaction, sealed anew for it. */
export async function moveDevice(
  tx: Transaction,
  {
    replaced_id,
    session_id,
    subscription_sealed,
  }: {
    replaced_id: string
    session_id: string
    subscription_sealed: Buffer
  },
): Promise<void> {
  await sql`select webpush.carry_device(${replaced_id}::uuid, ${session_id}::uuid,
    ${subscription_sealed}::bytea)`.execute(tx)
}

/** Deletes a device with its pending messages. */
export async function deleteDevice(tx: Transaction, session_id: string): Promise<void> {
  await tx.deleteFrom('webpush.devices').where('session_id', '=', session_id).execute()
}

/** Deletes all of a customer's devices. */
export async function deleteDevicesOf(tx: Transaction, customer_id: string): Promise<void> {
  await tx.deleteFrom('webpush.devices').where('customer_id', '=', customer_id).execute()
}

/** Deletes devices whose session has ended. */
export async function deleteEndedDevices(tx: Transaction): Promise<void> {
  await sql`delete from webpush.devices where not webpush.is_live(session_id, customer_id)`.execute(tx)
}

/** A device to write to, and its language. */
export interface LiveDevice {
  session_id: string
  language: Language
}

/** A customer's devices whose session is logged in and that were turned on by this time; makes them due. */
export async function wakeDevices(
  tx: Transaction,
  customer_id: string,
  turned_on_by: Date,
): Promise<LiveDevice[]> {
  const { rows } = await sql<LiveDevice>`
    update webpush.devices set next_try_at = coalesce(next_try_at, platform.now())
    where customer_id = ${customer_id} and date_trunc('milliseconds', turned_on_at) <= ${turned_on_by}
      and webpush.is_live(session_id, customer_id)
    returning session_id, language`.execute(tx)
  return rows
}

export interface DueDevice {
  session_id: string
  subscription_sealed: Buffer
  push_service: string
  is_live: boolean
}

/** Takes the device that has been due longest for one try, skipping those taken by others. */
export async function takeDevice(tx: Transaction): Promise<DueDevice | null> {
  const { rows } = await sql<DueDevice>`
    update webpush.devices set next_try_at = platform.now() + ${TRY_MS_MAX}::integer * interval '1 millisecond'
    where session_id = (
      select session_id from webpush.devices where next_try_at <= platform.now()
      order by next_try_at, session_id limit 1 for update skip locked)
    returning session_id, subscription_sealed, push_service,
      webpush.is_live(session_id, customer_id) as is_live`.execute(tx)
  return rows[0] ?? null
}

/** Marks a device as having no messages. Its row must be locked, so that new messages wait for this transaction. */
export async function restDevice(tx: Transaction, session_id: string): Promise<void> {
  await tx
    .updateTable('webpush.devices')
    .set({ next_try_at: null })
    .where('session_id', '=', session_id)
    .execute()
}

/** Makes a device due at once for its next message; `is_sent`: the previous one has reached its push service. */
export async function goOnWithDevice(tx: Transaction, session_id: string, is_sent: boolean): Promise<void> {
  await tx
    .updateTable('webpush.devices')
    .set({
      next_try_at: sql<Date>`platform.now()`,
      ...(is_sent && { failures: 0, sent_at: sql<Date>`platform.now()` }),
    })
    .where('session_id', '=', session_id)
    .execute()
}

/** Postpones a device's next try by a minute, doubled each time up to an hour, or longer if its push service asks. */
export async function postponeDevice(
  tx: Transaction,
  session_id: string,
  not_before_ms: number,
): Promise<void> {
  await sql`
    update webpush.devices set failures = failures + 1,
      next_try_at = platform.now() + greatest(
        least(power(2, least(failures, 10)), ${WAIT_MINUTES_MAX}::integer) * interval '1 minute',
        least(${not_before_ms}::bigint * interval '1 millisecond', ${WAIT_MINUTES_MAX}::integer * interval '1 minute'))
    where session_id = ${session_id}`.execute(tx)
}
