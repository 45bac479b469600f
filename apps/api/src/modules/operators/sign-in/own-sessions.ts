import { endOwnSession, listOwnSessions } from '@adtally/contract/operator/house/staff-sessions.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { staffVerb } from '../../module.ts'
import { endOwnSessions, ownSessions } from './sign-in.repository.ts'

export const listOwnSessionsVerb = staffVerb(listOwnSessions, async ({ database }, { session_token }) => {
  const found = await database.transaction({ kind: 'system' }, (tx) => ownSessions(tx, session_token))
  return {
    items: found.map(({ session_id, device, network, opened_at, seen_at, ends_at, is_this }) => ({
      ...{ session_id, device, network, opened_at, seen_at, ends_at, is_this },
    })),
  }
})

export const endOwnSessionVerb = staffVerb(
  endOwnSession,
  async ({ database }, { session_token }, { session_id }) => {
    const ended = await database.transaction({ kind: 'system' }, (tx) =>
      endOwnSessions(tx, session_token, session_id ?? null),
    )
    if (session_id !== undefined && ended === 0)
      throw new Refusal('record_not_found', { field: 'session_id' })
    return { ended }
  },
)
