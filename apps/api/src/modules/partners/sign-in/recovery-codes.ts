import { createHash } from 'node:crypto'
import { spelledRecoveryCode } from '../../operators/index.ts'

/** What proves a code of its owner's to the database, whose 80 random bits need no slow hash. */
export function recoveryProof(person_id: string, code: string): Buffer {
  return createHash('sha256')
    .update(`${person_id} ${spelledRecoveryCode(code)}`)
    .digest()
}
