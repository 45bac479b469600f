import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 and in SubjectPublicKeyInfo (RFC 8410 §4 and §7). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** The Ed25519 key that these 32 bytes are the seed of (RFC 8032 §5.1.5). */
function addressKeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' })
}

/** Its public half, as 32 bytes. */
export function publicHalfOf(seed: Buffer): Buffer {
  const { x = '' } = createPublicKey(addressKeyOf(seed)).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url')
}

/** The key for what was signed, of 32 bytes. */
export function keyOfPublicHalf(bytes: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: 'der', type: 'spki' })
}
