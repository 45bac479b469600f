import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import {
  issueAuthorizationCode,
  listAuthorizationCodes,
  revokeAuthorizationCode,
} from '@adtally/contract/operator/house/customers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { staffVerb } from '../../module.ts'
import { listVerbByKey } from '../../staff-list.ts'
import { endCode, listCodes } from './codes.repository.ts'
import { issueCode } from './issue-code.ts'

const EXPIRY_DAYS_DEFAULT = 14

/** `issue-code`: records a verified person and prints their authorization code, once. */
export const issueCodeVerb = staffVerb(issueAuthorizationCode, (services, staff, input) =>
  issueCode(services, staff, {
    person_name: input.person_name,
    document_hash: input.document_hash,
    policy_label: input.policy_label ?? 'standard',
    expires_in_days: input.expires_in_days ?? EXPIRY_DAYS_DEFAULT,
    activation: input.activation ?? 'at_once',
  }),
)

/** `list-codes`: newest first; the codes themselves can't be shown again. */
export const listCodesVerb = listVerbByKey(listAuthorizationCodes, {
  limit_default: LIMIT_DEFAULT,
  read: (tx, before, rows_max) => listCodes(tx, before ?? null, rows_max),
  keyOf: ({ code_id }) => code_id,
  present: ({ is_expired, ...code }) => ({
    ...code,
    state: code.used_at ? 'used' : is_expired ? 'expired' : 'open',
  }),
})

/** `revoke-code`: for a code that was lost or given to the wrong person. */
export const revokeCodeVerb = staffVerb(revokeAuthorizationCode, ({ database }, staff, { code_id, reason }) =>
  database.transaction({ kind: 'system' }, async (tx) => {
    const person_id = await endCode(tx, code_id)
    if (person_id === null) throw new Refusal('record_not_found', { field: 'code_id' })
    await audit.byStaff(tx, staff, {
      action: 'code.revoked',
      subject: { kind: 'authorization_code', id: code_id },
      reason,
      details: { person_id },
    })
    return { code_id, state: 'expired' as const }
  }),
)
