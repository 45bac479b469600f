import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { PublicJwk } from '@adtally/contract/operator/house/staff.ts'
import type { SecretFor } from '../../../secrets.ts'

const SANDBOX_PURPOSE = 'sandbox-host-key'
/** RFC 8410: the prefix of an Ed25519 key's 32 bytes in PKCS #8. */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A key to verify tickets, and its algorithms. */
export interface TicketKey {
  key: KeyObject
  algorithms: readonly string[]
}

/** A stored key, ready to verify. Throws where it is not a point of its curve. */
export function ticketKey(jwk: PublicJwk): TicketKey {
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return { key, algorithms: jwk.kty === 'OKP' ? ['EdDSA', 'Ed25519'] : ['ES256'] }
}

/** The private key of the host a sandbox plays, derived from the master secret and so stored nowhere. */
export function sandboxHostKey(secret: SecretFor): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([ED25519_PREFIX, secret(SANDBOX_PURPOSE)]),
    format: 'der',
    type: 'pkcs8',
  })
}
