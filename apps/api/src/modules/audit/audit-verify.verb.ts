import { auditVerify } from '@adtally/contract/operator/house/audit.ts'
import { Refusal } from '../../lib/refusal.ts'
import { staffVerb } from '../module.ts'
import { verifyChain } from './verify-chain.ts'

/** `audit-verify`: recomputes the chain; write down the head that it prints, and pass it next time. */
export const auditVerifyVerb = staffVerb(
  auditVerify,
  async ({ database }, _staff, { known_sequence, known_hash }) => {
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
)
