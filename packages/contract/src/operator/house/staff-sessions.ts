import * as z from 'zod/mini'
import { STAFF_ROLES } from '../../enums.ts'
import { count, id, time } from '../../fields.ts'
import { staffCall } from '../statement/staff-call.ts'

/** A session of staff, as its owner sees it. */
export const SESSION_SHOWN = {
  session_id: id,
  /** Such as `Firefox, Linux`; null at the command line or where the browser is unknown. */
  device: z.nullable(z.string()),
  /** Where it was opened: an address, a network of IPv6, or `local` for the command line. */
  network: z.string(),
  opened_at: time,
  /** When it was last used, to the minute. */
  seen_at: time,
  /** When it ends if it is not used again. */
  ends_at: time,
}

export const listOwnSessions = staffCall({
  name: 'list-own-sessions',
  kind: 'read',
  area: 'staff',
  roles: STAFF_ROLES,
  summary: 'Where you are signed in, the session used last first',
  request: z.strictObject({}),
  /** All of them: they end by themselves. */
  response: z.object({ items: z.array(z.object({ ...SESSION_SHOWN, is_this: z.boolean() })) }),
  refusals: [],
})

export const endOwnSession = staffCall({
  name: 'end-own-session',
  kind: 'act',
  area: 'staff',
  roles: STAFF_ROLES,
  summary: 'End one of your sessions, or all others',
  note: 'without session_id every session of yours ends but the one that asks',
  request: z.strictObject({ session_id: z.optional(id) }),
  response: z.object({ ended: count }),
  refusals: ['record_not_found'],
})
