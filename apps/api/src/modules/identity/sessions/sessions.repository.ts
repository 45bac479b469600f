import type { AccountStatus, Language } from '@adtally/contract/enums.ts'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../../database/database.ts'
import type { SessionEnd } from '../tables.ts'

/** A session with its customer's status, as cached. */
export interface SessionRow {
  session_id: string
  customer_id: string
  access: 'full' | 'restricted'
  began_at: Date
  last_used_at: Date
  expires_at: Date
  revoked_at: Date | null
  ended_because: SessionEnd | null
  status: AccountStatus
  language: Language | null
  time_zone: string | null
}

const FIND = {
  name: 'identity_session',
  text: `select session_id, customer_id, access, sessions.created_at as began_at, last_used_at, expires_at, revoked_at,
      ended_because, status, language, time_zone
    from identity.sessions join identity.customers using (customer_id) where token_hash = $1`,
}

/** The session with this token's hash, ended or not, or null. */
export async function findSession(database: Database, token_hash: Buffer): Promise<SessionRow | null> {
  const [row] = await database.query<SessionRow>(FIND, [token_hash])
  return row ?? null
}

const TOUCH = {
  name: 'identity_session_touch',
  text: `update identity.sessions set last_used_at = platform.now(),
      expires_at = least(platform.now() + $2::bigint * interval '1 millisecond',
        created_at + $3::bigint * interval '1 millisecond')
    where session_id = $1 and revoked_at is null and expires_at > platform.now()
    returning last_used_at, expires_at`,
}

/** How long a session lives: unused, and in total. */
export interface SessionLife {
  session_idle_ms: number
  session_max_ms: number
}

/** Sessions that one customer may have at once (PRODUCT §7). */
const SESSIONS_MAX = 20

/** Extends a session, up to its longest life; null where it has ended. */
export async function touchSession(
  database: Database,
  session_id: string,
  { session_idle_ms, session_max_ms }: SessionLife,
): Promise<{ last_used_at: Date; expires_at: Date } | null> {
  const [row] = await database.query<{ last_used_at: Date; expires_at: Date }>(TOUCH, [
    session_id,
    session_idle_ms,
    session_max_ms,
  ])
  return row ?? null
}

/**
 * Stores a session, deletes this customer's that ended more than 30 days ago, and ends surplus ones, the longest
 * unused first. Before that it ends the customer's session with the hash `replaces`, and returns its id or null. The
 * customer's row is locked, so that two sign-ins at once count each other.
 */
export async function insertSession(
  tx: Transaction,
  session: {
    session_id: string
    customer_id: string
    token_hash: Buffer
    access: 'full' | 'restricted'
    device: string
  },
  { session_idle_ms, session_max_ms }: SessionLife,
  replaces: Buffer | null,
): Promise<string | null> {
  const { customer_id, session_id } = session
  await tx
    .selectFrom('identity.customers')
    .select('customer_id')
    .where('customer_id', '=', customer_id)
    .forNoKeyUpdate()
    .execute()
  await sql`select identity.remove_old_sessions(${customer_id}::uuid)`.execute(tx)
  const replaced_id = replaces && (await revokeByToken(tx, customer_id, replaces))
  await tx
    .insertInto('identity.sessions')
    .values({
      ...session,
      created_at: sql<Date>`platform.now()`,
      last_used_at: sql<Date>`platform.now()`,
      expires_at: sql<Date>`platform.now() + ${Math.min(session_idle_ms, session_max_ms)}::bigint
        * interval '1 millisecond'`,
    })
    .execute()
  await sql`
    update identity.sessions set revoked_at = platform.now(), ended_because = 'displaced'
    where revoked_at is null and session_id in (
      select session_id from identity.sessions
      where customer_id = ${customer_id} and revoked_at is null and expires_at > platform.now()
        and session_id <> ${session_id}
      order by last_used_at desc, created_at desc, session_id desc offset ${SESSIONS_MAX - 1})`.execute(tx)
  return replaced_id
}

/** Ends a customer's active session by its token's hash; null where there is none. */
async function revokeByToken(
  tx: Transaction,
  customer_id: string,
  token_hash: Buffer,
): Promise<string | null> {
  const row = await tx
    .updateTable('identity.sessions')
    .set({ revoked_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .where('token_hash', '=', token_hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .returning('session_id')
    .executeTakeFirst()
  return row?.session_id ?? null
}

/** Ends a customer's sessions except one (null: all), and records why. */
export async function endSessions(
  tx: Transaction,
  customer_id: string,
  but: string | null,
  ended_because: SessionEnd,
): Promise<void> {
  const living = tx
    .updateTable('identity.sessions')
    .set({ revoked_at: sql<Date>`platform.now()`, ended_because })
    .where('customer_id', '=', customer_id)
    .where('revoked_at', 'is', null)
  await (but === null ? living : living.where('session_id', '<>', but)).execute()
}

/** Ends a customer's other sessions as if they had expired. */
export async function revokeOtherSessions(tx: Transaction, customer_id: string, but: string): Promise<void> {
  await tx
    .updateTable('identity.sessions')
    .set({ revoked_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .where('session_id', '<>', but)
    .where('revoked_at', 'is', null)
    .execute()
}

export interface Ended {
  sessions_ended: number
  devices_forgotten: number
}

/** Ends a customer's sessions under the staff's session; logged if there were any. */
export async function endSessionsByStaff(
  tx: Transaction,
  session_token: string,
  ending: { customer_id: string; reason: string; forget_devices: boolean },
): Promise<Ended> {
  const { rows } = await sql<Ended>`
    select * from identity.end_sessions(${session_token}::text, ${ending.customer_id}::uuid, ${ending.reason}::text,
      ${ending.forget_devices}::boolean)`.execute(tx)
  return rows[0] ?? { sessions_ended: 0, devices_forgotten: 0 }
}

/** Ends the sessions of a customer whose second factor two members of staff remove in this transaction. */
export async function endSessionsWithFactor(tx: Transaction, customer_id: string): Promise<void> {
  await sql`select identity.end_sessions_with_factor(${customer_id}::uuid)`.execute(tx)
}

export interface SignedInCounts {
  sessions: number
  customers: number
}

/** Counts active sessions and their customers. */
export async function countAllSessions(tx: Transaction): Promise<SignedInCounts> {
  return await tx
    .selectFrom('identity.sessions')
    .select([
      sql<number>`count(*)::int`.as('sessions'),
      sql<number>`count(distinct customer_id)::int`.as('customers'),
    ])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .executeTakeFirstOrThrow()
}

export interface AllEnded {
  sessions_ended: number
  staff_sessions_ended: number
}

/** Ends all customers' sessions under a proposal that two members of staff approve in this transaction. */
export async function endAllSessionsApproved(tx: Transaction, proposal_id: string): Promise<AllEnded> {
  const { rows } = await sql<AllEnded>`select * from identity.end_all_sessions(${proposal_id}::uuid)`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('end_all_sessions answered no row')
  return rows[0]
}

/**
 * Why staff ended everybody's sessions, if one of this customer's ended by that and the session `opened_id` is their
 * first since; else null.
 */
export async function untoldEnding(
  tx: Transaction,
  customer_id: string,
  opened_id: string,
): Promise<string | null> {
  const { rows } = await sql<{ reason: string }>`
    select reason from identity.session_endings as ending
    where ended_at > (
        select max(created_at) from identity.sessions where customer_id = ${customer_id} and session_id <> ${opened_id})
      and exists (
        select from identity.sessions
        where customer_id = ${customer_id} and ended_because = 'all_ended' and revoked_at = ending.ended_at)
    order by ended_at desc limit 1`.execute(tx)
  return rows[0]?.reason ?? null
}

/** Ends a customer's active session; false where there is no such session. */
export async function revokeSession(
  tx: Transaction,
  customer_id: string,
  session_id: string,
): Promise<boolean> {
  const result = await tx
    .updateTable('identity.sessions')
    .set({ revoked_at: sql<Date>`platform.now()` })
    .where('session_id', '=', session_id)
    .where('customer_id', '=', customer_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Ends a customer's sessions as if they had expired; returns how many were active. */
export async function revokeAllSessions(tx: Transaction, customer_id: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('identity.sessions')
    .set({ revoked_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** A session's position in the list: its last use, in microseconds since 1970, and its id. */
export interface SessionPosition {
  used_at_micros: bigint
  session_id: string
}

export interface SessionLine {
  session_id: string
  device: string
  created_at: Date
  last_used_at: Date
}

function signedIn(tx: Transaction, customer_id: string) {
  return tx
    .selectFrom('identity.sessions')
    .where('customer_id', '=', customer_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`platform.now()`)
}

/** How many active sessions a customer has. */
export async function countSessions(tx: Transaction, customer_id: string): Promise<number> {
  const { signed_in } = await signedIn(tx, customer_id)
    .select(sql<number>`count(*)::int`.as('signed_in'))
    .executeTakeFirstOrThrow()
  return signed_in
}

/** A customer's active sessions, last used first, after a position. */
export async function listSessions(
  tx: Transaction,
  customer_id: string,
  { after, limit }: { after: SessionPosition | null; limit: number },
): Promise<(SessionLine & SessionPosition)[]> {
  const signed_in = signedIn(tx, customer_id)
    .select(['session_id', 'device', 'created_at', 'last_used_at'])
    .select(sql<bigint>`(extract(epoch from last_used_at) * 1000000)::bigint`.as('used_at_micros'))
    .orderBy('last_used_at', 'desc')
    .orderBy('session_id', 'desc')
    .limit(limit)
  if (after === null) return await signed_in.execute()
  const { used_at_micros, session_id } = after
  return await signed_in
    .where(
      sql<boolean>`(last_used_at, session_id) < ('epoch'::timestamptz + ${used_at_micros}::bigint
        * interval '1 microsecond', ${session_id}::uuid)`,
    )
    .execute()
}
