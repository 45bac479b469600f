import { createHash, randomBytes } from 'node:crypto'
import { newId } from '../../../database/identifiers.ts'
import { openText, sealText } from '../../../lib/sealed-text.ts'
import type { SecretFor } from '../../../secrets.ts'
import type { People, Staff } from '../../module.ts'
import { shownOnce } from '../../shown-once.ts'

const PASSKEY_KEY = 'staff-passkey'
const PROOF_BYTES = 32
const TOTP_SECRET_BYTES = 20
const TOKEN_BYTES = 32

/** Used for unknown usernames, so that the time taken does not tell which usernames exist. */
export const NOBODY = {
  staff_id: '00000000-0000-0000-0000-000000000000',
  password_key_sealed: null,
} as const

/** Half of an activation code, to hand over by word or on paper: 128 bits, the same for the same `act` (`shownOnce`). */
export function activationCode(secret: SecretFor, act: readonly string[]): string {
  return shownOnce(secret, ['activation code', ...act])
    .subarray(0, 16)
    .toString('hex')
}

/** The half that whoever proposes gets. */
export function firstCode(
  secret: SecretFor,
  action: string,
  { staff_id, request_id = newId() }: Pick<Staff, 'staff_id' | 'request_id'>,
): string {
  return activationCode(secret, ['first', action, staff_id, request_id])
}

/** The half that whoever approves gets. */
export function secondCode(
  secret: SecretFor,
  { proposal_id, checker }: Pick<People, 'proposal_id' | 'checker'>,
): string {
  return activationCode(secret, ['second', proposal_id, checker.staff_id])
}

/** The stored form of an activation code. */
export function hashActivationCode(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

/** A second factor: the secret of the authenticator app, and the proof to the database that it was opened. */
export interface Factor {
  totp_secret: Buffer
  factor_proof: Buffer
}

/** A new 160-bit second factor. */
export function newFactor(): Factor {
  return { totp_secret: randomBytes(TOTP_SECRET_BYTES), factor_proof: randomBytes(PROOF_BYTES) }
}

/** Seals a second factor with its owner's id, so that it opens for nobody else. */
export function sealFactor(
  sealing_key: Buffer,
  owner_id: string,
  { totp_secret, factor_proof }: Factor,
): Buffer {
  const text = Buffer.concat([totp_secret, factor_proof]).toString('base64')
  return sealText(sealing_key, owner_id, text)
}

/** The inverse of `sealFactor`; null if a byte was changed or the owner or key is wrong. */
export function openFactor(sealing_key: Buffer, owner_id: string, sealed: Buffer): Factor | null {
  try {
    const bytes = Buffer.from(openText(sealing_key, owner_id, sealed), 'base64')
    return {
      totp_secret: bytes.subarray(0, TOTP_SECRET_BYTES),
      factor_proof: bytes.subarray(TOTP_SECRET_BYTES),
    }
  } catch {
    return null
  }
}

/** A passkey's public key, and the proof to the database that it was opened. */
export interface PasskeyKey {
  public_key: Buffer
  key_proof: Buffer
}

/** Seals a passkey's key with its owner's id and a new proof. */
export function sealPasskey(
  secret: SecretFor,
  staff_id: string,
  public_key: Buffer,
): { key_sealed: Buffer; key_proof: Buffer } {
  const key_proof = randomBytes(PROOF_BYTES)
  const text = Buffer.concat([key_proof, public_key]).toString('base64')
  return { key_sealed: sealText(secret(PASSKEY_KEY), staff_id, text), key_proof }
}

/** The inverse of `sealPasskey`; null if a byte was changed or the owner or key is wrong. */
export function openPasskey(secret: SecretFor, staff_id: string, sealed: Buffer): PasskeyKey | null {
  try {
    const bytes = Buffer.from(openText(secret(PASSKEY_KEY), staff_id, sealed), 'base64')
    return { key_proof: bytes.subarray(0, PROOF_BYTES), public_key: bytes.subarray(PROOF_BYTES) }
  } catch {
    return null
  }
}

/** A new token of a session, a browser or a question: 256 random bits in base64url. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}
