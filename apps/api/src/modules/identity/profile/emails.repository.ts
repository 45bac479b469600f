import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { isId } from '../../../database/identifiers.ts'
import { isTimestamp } from '../../../database/time/timestamps.ts'
import type { Place } from '../../staff-list.ts'

/** Stores the address that a customer requests, in place of an earlier request. */
export async function keepEmailRequest(tx: Transaction, customer_id: string, email: string): Promise<void> {
  const asked_at = sql<Date>`platform.now()`
  await tx
    .insertInto('identity.email_requests')
    .values({ customer_id, email, asked_at })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet({ email, asked_at }))
    .execute()
}

/** The address that a customer requested and has not confirmed, or null. */
export async function requestedEmail(tx: Transaction, customer_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('identity.email_requests')
    .select('email')
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  return row?.email ?? null
}

/** Removes the request for this address; false where the customer requested another or none. */
export async function takeEmailRequest(
  tx: Transaction,
  customer_id: string,
  email: string,
): Promise<boolean> {
  const result = await tx
    .deleteFrom('identity.email_requests')
    .where('customer_id', '=', customer_id)
    .where('email', '=', email)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Ends a customer's request, because a thief may have made it; its link then no longer works. */
export async function endEmailRequest(tx: Transaction, customer_id: string): Promise<void> {
  await tx.deleteFrom('identity.email_requests').where('customer_id', '=', customer_id).execute()
}

/** The sort key of a waiting request: its time and customer. */
export const EMAIL_REQUEST_PLACE = [isTimestamp, isId] as const

/** Waiting requests, oldest first, after one of them if given; at most `rows_max`. */
export async function waitingEmailRequests(
  tx: Transaction,
  after: Place<typeof EMAIL_REQUEST_PLACE> | null,
  rows_max: number,
) {
  let query = tx
    .selectFrom('identity.email_requests as request')
    .innerJoin('identity.customers as customer', 'customer.customer_id', 'request.customer_id')
    .select([
      'request.customer_id',
      'customer.username',
      'customer.operated_id',
      'request.email',
      'request.asked_at',
    ])
    .select(sql<string>`request.asked_at::text`.as('asked_at_text'))
  if (after) {
    query = query.where(
      sql<boolean>`(request.asked_at, request.customer_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    )
  }
  const rows = await query
    .orderBy('request.asked_at')
    .orderBy('request.customer_id')
    .limit(rows_max)
    .execute()
  return rows.map(({ asked_at_text, ...row }) => ({ row, place: [asked_at_text, row.customer_id] as const }))
}

/** The customer who confirmed this address, in any case of its letters; null where nobody has. */
export async function holderOfEmail(tx: Transaction, email: string): Promise<string | null> {
  const row = await tx
    .selectFrom('identity.customers')
    .select('customer_id')
    .where('email_folded', '=', sql<string>`lower(${email})`)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** Makes an address a customer's confirmed one; violates a constraint where it is another's. */
export async function setEmail(tx: Transaction, customer_id: string, email: string): Promise<void> {
  await tx
    .updateTable('identity.customers')
    .set({ email, email_confirmed_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .execute()
}
