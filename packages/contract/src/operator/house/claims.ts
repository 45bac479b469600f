import * as z from 'zod/mini'
import { STAFF_ROLES } from '../../enums.ts'
import { because, time } from '../../fields.ts'
import { staffCall, WORK_KINDS } from '../statement/staff-call.ts'

/** Everybody who may do something; the auditor only looks. */
const WORKING_ROLES = STAFF_ROLES.filter((role) => role !== 'auditor')

/** What names a piece of work: an id, a number, or a visitor's name. */
const subject = z
  .string({ error: because('field_invalid') })
  .check(z.trim(), z.regex(/^[A-Za-z0-9-]{1,64}$/, { error: because('field_invalid') }))

const piece = { work: z.enum(WORK_KINDS, { error: because('field_invalid') }), subject_id: subject }

/** PRODUCT §15. It permits nothing: whoever may do the work may do it, held or not; who may do none of its kind can't take it. */
export const claim = staffCall({
  name: 'claim',
  kind: 'act',
  area: 'proposals',
  roles: WORKING_ROLES,
  summary: 'Take a piece of work for five minutes, so that nobody does it twice; again, to hold it longer',
  note: 'take_over takes it from who holds it',
  request: z.strictObject({ ...piece, take_over: z.optional(z.boolean()) }),
  response: z.object({ ...piece, held_by: z.string(), held_until: time }),
  refusals: ['work_claimed'],
})

export const releaseClaim = staffCall({
  name: 'release-claim',
  kind: 'act',
  area: 'proposals',
  roles: WORKING_ROLES,
  summary: 'Give a piece of work back that you hold',
  request: z.strictObject(piece),
  response: z.object(piece),
  refusals: ['record_not_found'],
})

/** A person holds few pieces at once, and nobody for long. */
export const listClaims = staffCall({
  name: 'list-claims',
  kind: 'read',
  area: 'proposals',
  roles: STAFF_ROLES,
  summary: 'Who is at which piece of work, longest first; all, or one kind or piece',
  request: z.strictObject({
    work: z.optional(piece.work),
    subject_id: z.optional(subject),
  }),
  response: z.object({
    items: z.array(z.object({ ...piece, held_by: z.string(), claimed_at: time, held_until: time })),
  }),
  refusals: [],
})
