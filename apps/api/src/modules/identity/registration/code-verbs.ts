import { because, id, LIMIT_DEFAULT, text } from '@adtally/contract/fields.ts'
import { reasonText, sha256Text, wholeText } from '@adtally/contract/operator/fields.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { staffVerb } from '../../module.ts'
import { listVerbByKey } from '../../staff-list.ts'
import { foldName } from '../sign-in/name-folding.ts'
import { ACTIVATIONS } from '../tables.ts'
import { endCode, listCodes } from './codes.repository.ts'
import { issueCode } from './issue-code.ts'

const EXPIRY_DAYS_DEFAULT = 14
const EXPIRY_DAYS_MAX = 90

const personName = text(80).check(z.refine((name: string) => foldName(name) !== '', 'field_invalid'))

/** `issue-code`: records a verified person and prints their authorization code, once. */
export const issueCodeVerb = staffVerb({
  name: 'issue-code',
  summary:
    'Record a verified person (--document-hash: SHA-256 of the identity document) and print their authorization code, once; --expires-in-days 1 to 90, --activation at_once or by_staff',
  roles: ['support', 'risk', 'admin'],
  once: true,
  input: z.strictObject({
    person_name: personName,
    document_hash: sha256Text,
    policy_label: z.optional(text(40)),
    expires_in_days: z.optional(wholeText(1, EXPIRY_DAYS_MAX)),
    activation: z.optional(z.enum(ACTIVATIONS, { error: because('field_invalid') })),
  }),
  run: (services, staff, input) =>
    issueCode(services, staff, {
      person_name: input.person_name,
      document_hash: input.document_hash,
      policy_label: input.policy_label ?? 'standard',
      expires_in_days: input.expires_in_days ?? EXPIRY_DAYS_DEFAULT,
      activation: input.activation ?? 'at_once',
    }),
})

/** `list-codes`: newest first; the codes themselves can't be shown again. */
export const listCodesVerb = listVerbByKey({
  name: 'list-codes',
  summary: 'Authorization codes, newest first, with the person, the policy and what became of each',
  roles: ['support', 'risk', 'admin', 'auditor'],
  limit_default: LIMIT_DEFAULT,
  read: (tx, before, rows_max) => listCodes(tx, before ?? null, rows_max),
  keyOf: ({ code_id }) => code_id,
  present: ({ is_expired, ...code }) => ({
    ...code,
    state: code.used_at ? 'used' : is_expired ? 'expired' : 'open',
  }),
})

/** `revoke-code`: for a code that was lost or given to the wrong person. */
export const revokeCodeVerb = staffVerb({
  name: 'revoke-code',
  summary: 'End an unused authorization code at once',
  roles: ['support', 'risk', 'admin'],
  input: z.strictObject({ code_id: id, reason: reasonText }),
  run: ({ database }, staff, { code_id, reason }) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      const person_id = await endCode(tx, code_id)
      if (person_id === null) throw new Refusal('record_not_found', { field: 'code_id' })
      await audit.byStaff(tx, staff, {
        action: 'code.revoked',
        subject: { kind: 'authorization_code', id: code_id },
        reason,
        details: { person_id },
      })
      return { code_id, state: 'expired' }
    }),
})
