import { totpCode } from '../modules/operators/index.ts'
import { fromBase32 } from './from-base32.ts'

const STEP_MS = 30_000

/** The secret that an authenticator app reads from its address. */
export function secretOf(address: string): Buffer {
  return fromBase32(new URL(address).searchParams.get('secret') ?? '')
}

/** What an authenticator app shows for a secret, or will show some steps later. */
export function codeNow(secret: Buffer, steps = 0): string {
  return totpCode(secret, BigInt(Math.floor(Date.now() / STEP_MS) + steps))
}
