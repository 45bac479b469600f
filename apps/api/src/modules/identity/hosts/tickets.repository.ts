import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { type Customer, customerById } from '../customers.repository.ts'

/** A user of a host. */
export interface HostUser {
  host_id: string
  /** The host's own permanent name for them. */
  subject: string
}

/** Uses a ticket up; false where it was used. The primary key lets one of several at once through. */
export async function takeEntryTicket(tx: Transaction, host_id: string, ticket_id: string): Promise<boolean> {
  const result = await tx
    .insertInto('identity.entry_tickets')
    .values({ host_id, ticket_id, used_at: sql<Date>`platform.now()` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** The customer of this host user, or null. */
export async function customerOfHost(tx: Transaction, user: HostUser): Promise<Customer | null> {
  const row = await tx
    .selectFrom('identity.hybrid_accounts')
    .select('customer_id')
    .where('host_id', '=', user.host_id)
    .where('subject', '=', user.subject)
    .executeTakeFirst()
  return row ? await customerById(tx, row.customer_id) : null
}

/** Links a host user to an account, which may be inserted later; false where the user has one. */
export async function insertHybridAccount(
  tx: Transaction,
  user: HostUser,
  customer_id: string,
): Promise<boolean> {
  const result = await tx
    .insertInto('identity.hybrid_accounts')
    .values({ ...user, customer_id, opened_at: sql<Date>`platform.now()` })
    .onConflict((conflict) => conflict.columns(['host_id', 'subject']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Stores an opening ticket. */
export async function insertOpeningTicket(
  tx: Transaction,
  ticket: HostUser & { opening_id: string; ticket_hash: Buffer; profile_sealed: Buffer },
  ends_after_ms: number,
): Promise<void> {
  await tx
    .insertInto('identity.opening_tickets')
    .values({
      ...ticket,
      created_at: sql<Date>`platform.now()`,
      expires_at: sql<Date>`platform.now() + ${ends_after_ms}::bigint * interval '1 millisecond'`,
      used_at: null,
    })
    .execute()
}

export interface OpeningTicketRow extends HostUser {
  opening_id: string
  profile_sealed: Buffer
}

/** The unused, unexpired opening ticket with this hash, or null. */
export async function findOpeningTicket(
  tx: Transaction,
  ticket_hash: Buffer,
): Promise<OpeningTicketRow | null> {
  const row = await tx
    .selectFrom('identity.opening_tickets')
    .select(['opening_id', 'host_id', 'subject', 'profile_sealed'])
    .where('ticket_hash', '=', ticket_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .executeTakeFirst()
  return row ?? null
}

/** Uses an opening ticket up; false where it is used or expired. Others wait for the row until this commits. */
export async function takeOpeningTicket(tx: Transaction, opening_id: string): Promise<boolean> {
  const result = await tx
    .updateTable('identity.opening_tickets')
    .set({ used_at: sql<Date>`platform.now()` })
    .where('opening_id', '=', opening_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Deletes tickets that were unusable for at least an hour. */
export async function deleteOldTickets(tx: Transaction): Promise<void> {
  const long_ago = sql<Date>`platform.now() - interval '1 hour'`
  await tx.deleteFrom('identity.entry_tickets').where('used_at', '<', long_ago).execute()
  await tx.deleteFrom('identity.opening_tickets').where('expires_at', '<', long_ago).execute()
}
