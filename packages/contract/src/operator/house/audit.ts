import * as z from 'zod/mini'
import { because } from '../../fields.ts'
import { sha256 } from '../../service/file-content.ts'
import { digestText, digits } from '../statement/fields.ts'
import { staffCall } from '../statement/staff-call.ts'

/** What can be wrong with the log's chain. */
export const CHAIN_FAULTS = ['changed', 'missing', 'unlinked', 'head_differs', 'known_head_differs'] as const
export type ChainFaultKind = (typeof CHAIN_FAULTS)[number]

export const auditVerify = staffCall({
  name: 'audit-verify',
  title: 'Verify the audit chain',
  kind: 'read',
  area: 'audit',
  roles: ['auditor', 'admin', 'risk', 'finance_maker', 'finance_checker'],
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
