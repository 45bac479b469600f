import type { InputOf } from '@adtally/contract/call.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import type { sessionList } from '@adtally/contract/identity/identity.ts'
import { isId } from '../../../database/identifiers.ts'
import { readCursor, writeCursor } from '../../../lib/cursor.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { cutPage, type Page } from '../../paging.ts'
import type { Services } from '../../services.ts'
import {
  listSessions,
  revokeAllSessions,
  revokeSession,
  type SessionLine,
  type SessionPosition,
} from './sessions.repository.ts'

/** A page of the customer's active sessions, last used first. Throws `cursor_invalid`. */
export async function sessionsOf(
  { database }: Services,
  customer_id: string,
  { cursor, limit = LIMIT_DEFAULT }: InputOf<typeof sessionList>,
): Promise<Page<SessionLine>> {
  const after = cursor === undefined ? null : positionOf(cursor)
  const found = await database.transaction({ kind: 'customer', customer_id }, (tx) =>
    listSessions(tx, customer_id, { after, limit: limit + 1 }),
  )
  return cutPage(found, limit, ({ used_at_micros, session_id }) => writeCursor(used_at_micros, session_id))
}

/** Whether `text` is a time within PostgreSQL's range. */
function isTimeMicros(text: string): boolean {
  return /^\d{1,16}$/.test(text)
}

function positionOf(cursor: string): SessionPosition {
  const [used_at_micros, session_id] = readCursor(cursor, isTimeMicros, isId)
  return { used_at_micros: BigInt(used_at_micros), session_id }
}

/**
 * Ends one of the customer's sessions, in every process. Throws `no_user_data` where they have no such active
 * session.
 */
export async function endSession(
  { database, identity }: Services,
  customer_id: string,
  session_id: string,
): Promise<void> {
  await database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const is_ended = await revokeSession(tx, customer_id, session_id)
    if (!is_ended) throw new Refusal('no_user_data', { field: 'session_id' })
    await audit.byCustomer(tx, customer_id, {
      action: 'session.revoked',
      subject: { kind: 'session', id: session_id },
    })
  })
  identity.keeper.forget(session_id)
}

/**
 * Ends all of the customer's sessions, in every process, as if they had expired. Of two at once only one finds
 * sessions, so it is logged once; both succeed.
 */
export async function endAllSessions({ database, identity }: Services, customer_id: string): Promise<void> {
  await database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const sessions_ended = await revokeAllSessions(tx, customer_id)
    if (sessions_ended === 0) return
    await audit.byCustomer(tx, customer_id, { action: 'session.all_revoked', details: { sessions_ended } })
  })
  identity.keeper.forgetCustomer(customer_id)
}
