import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { because } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import type { SecretFor } from '../../../secrets.ts'

/** The host that a sandbox plays itself, so that tickets can be tried without a host app. */
export const SANDBOX_HOST = 'sandbox'
/** A host's name in tickets. */
export const HOST_ID = /^[a-z][a-z0-9-]{1,31}$/
export const KEY_ID = /^[A-Za-z0-9._-]{1,64}$/
/** A host's own name for a user: printable ASCII, so that each name has one spelling. */
export const HOST_USER = /^[!-~]{1,128}$/
const SANDBOX_PURPOSE = 'sandbox-host-key'
/** RFC 8410: the prefix of an Ed25519 key's 32 bytes in PKCS #8. */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

const coordinate = z
  .string({ error: because('field_invalid') })
  .check(z.regex(/^[\w-]{43}$/, { error: because('field_invalid') }))

/** The public half of a host's key as JWK: Ed25519 or P-256, without any private member. */
export const publicJwk = z.discriminatedUnion('kty', [
  z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: coordinate }),
  z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate }),
])
export type PublicJwk = z.infer<typeof publicJwk>

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
