import * as z from 'zod/mini'
import { because, count, pageOf, text, time } from '../../fields.ts'
import { sha256 } from '../../service/file-content.ts'
import {
  customerHandle,
  digestText,
  digits,
  flag,
  listFlags,
  staffUsername,
  wholeText,
} from '../statement/fields.ts'
import { fileCall, staffCall } from '../statement/staff-call.ts'

/** Who reads the whole log, and how the program's own work stands; the others read what they did themselves. */
const READERS = ['finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'] as const

/** What can be wrong with the log's chain. */
export const CHAIN_FAULTS = ['changed', 'missing', 'unlinked', 'head_differs', 'known_head_differs'] as const
export type ChainFaultKind = (typeof CHAIN_FAULTS)[number]

export const auditVerify = staffCall({
  name: 'audit-verify',
  title: 'Verify the audit chain',
  kind: 'read',
  area: 'audit',
  roles: READERS,
  summary: 'Recompute the audit chain, and compare it with a head that was written down earlier',
  note: 'known_sequence and known_hash go together: write down the head that is answered, and pass it next time',
  request: z.strictObject({
    known_sequence: z.optional(
      z.string({ error: because('field_invalid') }).check(z.regex(/^\d{1,18}$/, 'field_invalid')),
    ),
    known_hash: z.optional(digestText),
  }),
  response: z.object({
    whole: z.boolean(),
    entries: digits,
    head: z.object({ sequence: digits, hash: sha256 }),
    /** At most the first hundred. */
    faults: z.array(z.object({ sequence: digits, fault: z.enum(CHAIN_FAULTS) })),
  }),
  refusals: [],
})

/** Whose acts an entry of the log may be. */
export const AUDIT_ACTORS = ['staff', 'customer', 'partner', 'program'] as const

export const listAuditEntries = staffCall({
  name: 'list-audit-entries',
  title: 'Audit log',
  kind: 'read',
  area: 'audit',
  roles: [...READERS, 'support', 'content'],
  summary:
    'What was done, by whom and why, newest first: all of it, or what one member of staff, a subject or a customer had to do with',
  note: 'username is who acted or approved; support and content read what they did and approved themselves',
  request: z.strictObject({
    ...listFlags,
    username: z.optional(staffUsername),
    /** Of the act, such as a hold’s; as the entry has it. */
    subject_id: z.optional(text(100)),
    /** Whose account it touched. */
    customer: z.optional(customerHandle),
  }),
  response: pageOf(
    z.object({
      occurred_at: time,
      actor_name: z.string(),
      /** Dotted, such as `hold.release`. */
      action: z.string(),
      reason: z.nullable(z.string()),
      subject_kind: z.string(),
      subject_id: z.string(),
      /** The second person, where there was one. */
      approver_name: z.nullable(z.string()),
      /** In which they acted; null for customers and the program. */
      actor_role: z.nullable(z.string()),
      approver_role: z.nullable(z.string()),
      actor_kind: z.enum(AUDIT_ACTORS),
      sequence: digits,
      /** Its link in the chain, which follows from all of it and from the one before. */
      hash: sha256,
    }),
  ),
  refusals: ['record_not_found', 'username_invalid'],
})

/** How many entries one file takes. */
export const AUDIT_FILE_ENTRIES_MAX = 50_000

/** Each line is an entry as the chain hashes it, so that whoever has the file can hold it to a head that was written down. */
export const saveAuditEntries = fileCall({
  name: 'save-audit-entries',
  title: 'Save the audit log',
  kind: 'act',
  area: 'audit',
  roles: ['auditor'],
  proof: 'fresh',
  summary:
    'Save entries of the audit log as lines of JSON, each with its hash and the one before; that you did is kept',
  note: 'from the entry of that number, 50,000 at most; docs/operating/audit.md says how to hold the file to a head',
  request: z.strictObject({
    from_sequence: z
      .string({ error: because('field_invalid') })
      .check(z.regex(/^[1-9]\d{0,17}$/, 'field_invalid')),
    entries_max: z.optional(wholeText(1, AUDIT_FILE_ENTRIES_MAX)),
  }),
  answers_file: 'application/x-ndjson',
  refusals: ['record_not_found'],
})

export const listJobs = staffCall({
  name: 'list-jobs',
  title: 'Jobs',
  kind: 'read',
  area: 'audit',
  roles: READERS,
  summary:
    'What the program has still to do by itself and when, soonest first; with failed, only what it has tried in vain',
  request: z.strictObject({ ...listFlags, failed: z.optional(flag) }),
  response: pageOf(
    z.object({
      /** What is done, such as `plan.settle`. */
      kind: z.string(),
      subject_id: z.string(),
      due_at: time,
      /** How often it has failed. */
      attempts: count,
      /** When it is tried again, if it has failed. */
      retry_at: z.nullable(time),
      last_error: z.nullable(z.string()),
      /** Of the request that it follows from, if one alone has caused it. */
      request_id: z.nullable(z.string()),
    }),
  ),
  refusals: [],
})
