import * as z from 'zod/mini'
import { count, id, pageOf, time } from '../../fields.ts'
import { listFlags } from '../statement/fields.ts'
import { EVIDENCE_TYPES } from '../statement/files.ts'
import { fileCall, staffCall } from '../statement/staff-call.ts'

/** What is told of a file that an act stands on. */
export const evidenceFacts = {
  evidence_id: id,
  /** What it was called where it came from. */
  name: z.string(),
  media_type: z.enum(EVIDENCE_TYPES),
  bytes: count,
  /** Hexadecimal. */
  sha256: z.string(),
}

/** Who decides on some act that takes evidence, and the auditor. */
const READERS = ['support', 'risk', 'finance_maker', 'finance_checker', 'auditor'] as const

export const listEvidence = staffCall({
  name: 'list-evidence',
  kind: 'read',
  area: 'audit',
  roles: READERS,
  summary:
    'Files that acts stand on, newest first, with the act and who gave them; all, or those of one subject',
  note: 'subject_id is that of the act, such as a hold’s',
  request: z.strictObject({ ...listFlags, subject_id: z.optional(id) }),
  response: pageOf(
    z.object({
      ...evidenceFacts,
      action: z.string(),
      subject_kind: z.string(),
      subject_id: z.string(),
      /** Null where one person acted alone. */
      proposal_id: z.nullable(id),
      given_by: z.string(),
      given_at: time,
    }),
  ),
  refusals: [],
})

/** Of an act of two people for those who may check it and for who gave it, of another for those who may do it; and for the auditor. */
export const openEvidence = fileCall({
  name: 'open-evidence',
  kind: 'act',
  area: 'audit',
  roles: READERS,
  summary: 'Open a file that an act stands on, as it was given; that you did is kept',
  note: 'whoever may not decide on the act is refused, but for the auditor and who gave it',
  request: z.strictObject({ evidence_id: id }),
  /** One of `EVIDENCE_TYPES`. */
  answers_file: '*/*',
  refusals: ['record_not_found'],
})
