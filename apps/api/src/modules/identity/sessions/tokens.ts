import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A new opaque token of 256 random bits, in base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** `tokenHash` in base64, the key of cached sessions, made on every request without a Buffer. */
export function tokenKey(token: string): string {
  return hash('sha256', token, 'base64')
}

/** SHA-256: the only form in which a token, code or grant is stored. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
