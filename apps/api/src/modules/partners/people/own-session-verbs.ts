import { endAllSessions, endSession, listSessions } from '@adtally/contract/partner/people.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { partnerVerb, scopeOf } from '../../partner-verb.ts'
import { endOwnSessions, ownSessions } from '../sign-in/sign-in.repository.ts'

export const listSessionsVerb = partnerVerb(listSessions, async ({ database }, partner) => {
  const found = await database.transaction(scopeOf(partner), (tx) => ownSessions(tx, partner.session_token))
  return {
    items: found.map(({ session_id, device, network, opened_at, seen_at, ends_at, is_this }) => ({
      ...{ session_id, device, network, opened_at, seen_at, ends_at, is_this },
    })),
  }
})

export const endSessionVerb = partnerVerb(endSession, async ({ database }, partner, { session_id }) => {
  const ended = await database.transaction(scopeOf(partner), (tx) =>
    endOwnSessions(tx, partner.session_token, session_id),
  )
  if (ended === 0) throw new Refusal('record_not_found', { field: 'session_id' })
  return { ended }
})

export const endAllSessionsVerb = partnerVerb(endAllSessions, async ({ database }, partner) => ({
  ended: await database.transaction(scopeOf(partner), (tx) =>
    endOwnSessions(tx, partner.session_token, null),
  ),
}))
