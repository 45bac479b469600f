import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a secret at a 30-second step (RFC 6238 with SHA-1, as authenticator apps use). */
export function totpCode(secret: Buffer, step: bigint): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(step)
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return number.toString().padStart(DIGITS, '0')
}

/**
 * The step whose code this is: the current one or a neighbour (a phone's clock may be half a minute off), and later
 * than `last_step`, so that each code works once. Null if none fits.
 */
export function acceptedStep(secret: Buffer, code: string, now: Date, last_step: bigint): bigint | null {
  const current = BigInt(Math.floor(now.getTime() / STEP_MS))
  for (const step of [current, current - 1n, current + 1n]) {
    if (step > last_step && totpCode(secret, step) === code) return step
  }
  return null
}

/** Base32 without padding (RFC 4648), the format that authenticator apps take. */
export function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The `otpauth://` address that an authenticator app scans. */
export function totpAddress(issuer: string, username: string, secret: Buffer): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
