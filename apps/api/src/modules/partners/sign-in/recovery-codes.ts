import { createHash, randomBytes } from 'node:crypto'
import { base32 } from '../../operators/index.ts'

const RECOVERY_CODES = 8
/** 80 bits: sixteen characters of base32. */
const CODE_BYTES = 10

/** Eight new codes such as `abcd-efgh-ijkl-mn23`, to write down: each stands in for the second factor once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    (base32(randomBytes(CODE_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join('-'),
  )
}

/** What proves a code of its owner's to the database, whose 80 random bits need no slow hash; hyphens make no difference. */
export function recoveryProof(person_id: string, code: string): Buffer {
  return createHash('sha256')
    .update(`${person_id} ${code.replaceAll('-', '')}`)
    .digest()
}
