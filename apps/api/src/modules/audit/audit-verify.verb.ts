import { because } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../lib/refusal.ts'
import { staffVerb } from '../module.ts'
import { verifyChain } from './verify-chain.ts'

/** `audit-verify`: recomputes the chain; write down the head that it prints, and pass it next time. */
export const auditVerifyVerb = staffVerb({
  name: 'audit-verify',
  summary:
    'Recompute the audit chain; --known-sequence and --known-hash compare with a head written down earlier',
  roles: ['auditor', 'admin', 'risk', 'finance_maker', 'finance_checker'],
  input: z.strictObject({
    known_sequence: z.optional(
      z.string({ error: because('field_invalid') }).check(z.regex(/^\d{1,18}$/, 'field_invalid')),
    ),
    known_hash: z.optional(
      z.string({ error: because('field_invalid') }).check(z.regex(/^[0-9a-f]{64}$/, 'field_invalid')),
    ),
  }),
  run: async ({ database }, _staff, { known_sequence, known_hash }) => {
    if ((known_sequence === undefined) !== (known_hash === undefined)) {
      throw new Refusal('field_required', {
        field: known_hash === undefined ? 'known_hash' : 'known_sequence',
      })
    }
    const known =
      known_sequence !== undefined && known_hash !== undefined
        ? { sequence: BigInt(known_sequence), hash: known_hash }
        : undefined
    const report = await database.transaction({ kind: 'system' }, (tx) => verifyChain(tx, known))
    return { whole: report.faults.length === 0, ...report }
  },
})
