import * as z from 'zod/mini'
import { STAFF_ROLES } from '../../enums.ts'
import { because, text, time } from '../../fields.ts'
import { email, phone } from '../../identity/identity.ts'
import { shownName } from '../../identity/shown-name.ts'
import { durationText, reasonText } from '../statement/fields.ts'
import { staffCall } from '../statement/staff-call.ts'

const ADVANCE_MS_MAX = 400n * 86_400_000n

const clock = z.object({
  now: time,
  /** How far a sandbox was advanced, in whole milliseconds. */
  offset_ms: z.string().check(z.regex(/^\d+$/)),
})

export const clockAdvance = staffCall({
  name: 'clock-advance',
  title: 'Advance the clock',
  kind: 'act',
  area: 'sandbox',
  roles: ['admin', 'risk', 'finance_maker', 'finance_checker'],
  once: true,
  summary: 'Move the sandbox clock forward; never on a live ledger',
  note: 'by is such as 90s, 30m, 72h, 8d or 1d12h, at most 400 days',
  request: z.strictObject({ by: durationText(ADVANCE_MS_MAX), reason: z.optional(reasonText) }),
  response: clock,
  refusals: ['sandbox_only'],
})

export const clockShow = staffCall({
  name: 'clock-show',
  title: 'Show the clock',
  kind: 'read',
  area: 'sandbox',
  roles: STAFF_ROLES,
  summary: 'The program’s time, and how far a sandbox was advanced',
  request: z.strictObject({}),
  response: clock,
  refusals: [],
})

/** A host's own name for a user: printable ASCII, so that each name has one spelling. */
export const HOST_USER = /^[!-~]{1,128}$/

export const ticketIssue = staffCall({
  name: 'ticket-issue',
  title: 'Issue entry ticket',
  kind: 'act',
  area: 'sandbox',
  roles: ['support', 'risk', 'admin'],
  summary:
    'Sandbox only: print an entry ticket (60 seconds, once) for a user of the sandbox’s own host, and the address to open',
  note: 'subject names the user, as the host does',
  request: z.strictObject({
    subject: text(128).check(z.regex(HOST_USER, { error: because('field_invalid') })),
    nickname: z.optional(shownName),
    email: z.optional(email),
    phone: z.optional(phone),
  }),
  response: z.object({ ticket: z.string(), path: z.string() }),
  refusals: ['sandbox_only', 'email_invalid', 'phone_invalid'],
})
