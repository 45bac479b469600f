import { type KeyObject, verify } from 'node:crypto'

/** How long an address may be good for, at most, from when it is asked: an app has it made when it is about to play. */
export const SIGNED_ADDRESS_LIMIT_MS = 600_000

/** What an app's own server signs into an address, for a player that can send no header. */
export interface SignedAddress {
  /** Milliseconds since 1970. */
  expires_ms: number
  /** Ed25519, base64url. */
  signature: string
}

/** What an address is good for. */
interface AddressTerms {
  /** The placement's key. */
  placement: string
  /** As it stands in the address; empty where there is none. */
  device: string
  expires_ms: number
}

/** The signed text: members in a fixed order, one per line, so that no two addresses share it. */
function canonicalAddress({ placement, device, expires_ms }: AddressTerms): string {
  return `adtally-vast-1\n${expires_ms}\n${placement}\n${device}`
}

/**
 * Why an address with a signature proves no app, or null if it does. `public_key` is of the app's key in force. The time comes
 * first, because a signature is dear to look at.
 */
export function addressRefusal(
  public_key: KeyObject | undefined,
  { signature, ...terms }: AddressTerms & SignedAddress,
  now_ms: number,
): 'app_key_unknown' | 'address_expired' | null {
  if (public_key === undefined) return 'app_key_unknown'
  const left_ms = terms.expires_ms - now_ms
  if (left_ms <= 0 || left_ms > SIGNED_ADDRESS_LIMIT_MS) return 'address_expired'
  const text = Buffer.from(canonicalAddress(terms))
  const sealed = Buffer.from(signature, 'base64url')
  // The last letter of 64 bytes has bits to spare: one signature is one text.
  if (sealed.toString('base64url') !== signature) return 'app_key_unknown'
  return verify(null, text, public_key, sealed) ? null : 'app_key_unknown'
}
