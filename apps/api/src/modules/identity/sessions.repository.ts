import type { AccountStatus, Language } from '@adtally/contract/enums.ts'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/database.ts'

/** A session with what its customer's status says, as kept in memory. */
export interface SessionRow {
  session_id: string
  customer_id: string
  access: 'full' | 'restricted'
  began_at: Date
  last_used_at: Date
  expires_at: Date
  revoked_at: Date | null
  status: AccountStatus
  language: Language | null
  time_zone: string | null
}

const FIND = {
  name: 'identity_session',
  text: `select session_id, customer_id, access, sessions.created_at as began_at, last_used_at, expires_at, revoked_at,
      status, language, time_zone
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
      expires_at = platform.now() + $2::bigint * interval '1 millisecond'
    where session_id = $1 and revoked_at is null and expires_at > platform.now()
    returning last_used_at, expires_at`,
}

/** Slides a session's expiry to `idle_ms` from now; null where it has ended meanwhile. */
export async function touchSession(
  database: Database,
  session_id: string,
  idle_ms: number,
): Promise<{ last_used_at: Date; expires_at: Date } | null> {
  const [row] = await database.query<{ last_used_at: Date; expires_at: Date }>(TOUCH, [session_id, idle_ms])
  return row ?? null
}

/** Stores a session, and removes this customer's that ended more than 30 days ago. */
export async function insertSession(
  tx: Transaction,
  session: {
    session_id: string
    customer_id: string
    token_hash: Buffer
    access: 'full' | 'restricted'
    device: string
  },
  idle_ms: number,
): Promise<void> {
  await tx
    .deleteFrom('identity.sessions')
    .where('customer_id', '=', session.customer_id)
    .where('expires_at', '<', sql<Date>`platform.now() - interval '30 days'`)
    .execute()
  await tx
    .insertInto('identity.sessions')
    .values({
      ...session,
      created_at: sql<Date>`platform.now()`,
      last_used_at: sql<Date>`platform.now()`,
      expires_at: sql<Date>`platform.now() + ${idle_ms}::bigint * interval '1 millisecond'`,
    })
    .execute()
}

/** Ends a customer's session; false where there is none of theirs that is signed in. */
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

/** Where in the list a session stands: when it was used last, in microseconds since 1970, and which it is. */
export interface SessionPosition {
  used_at_micros: bigint
  session_id: string
}

/** One line of the list of sessions. */
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

/** How many of a customer's sessions are signed in. */
export async function countSessions(tx: Transaction, customer_id: string): Promise<number> {
  const { signed_in } = await signedIn(tx, customer_id)
    .select(sql<number>`count(*)::int`.as('signed_in'))
    .executeTakeFirstOrThrow()
  return signed_in
}

/** A customer's sessions that are signed in, the one used last first, from after a position on. */
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
