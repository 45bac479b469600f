import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Whether six digits are among a thief's first guesses: one digit six times, or a run up or down (`890123` too).
 * Checked only here and only for a new password: the server never sees the digits, and existing ones stay valid.
 */
export function isObviousPassword(digits: string): boolean {
  const steps = [...digits].slice(1).map((digit, place) => (Number(digit) - Number(digits[place]) + 10) % 10)
  const [first] = steps
  return (first === 0 || first === 1 || first === 9) && steps.every((step) => step === first)
}

/** The wire form of a transaction password: MD5 of its six digits, in lower-case hexadecimal (PRODUCT §7). */
export function transactionPasswordDigest(digits: string): string {
  return bytesToHex(md5(utf8ToBytes(digits)))
}
