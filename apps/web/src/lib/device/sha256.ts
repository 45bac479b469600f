import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** SHA-256 in lower-case hexadecimal; computed here, so that it also works without HTTPS. */
export function sha256Hex(content: Uint8Array): string {
  return bytesToHex(sha256(content))
}
