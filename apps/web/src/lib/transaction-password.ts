import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The wire form of a transaction password: MD5 of its six digits, in lower-case hexadecimal (PRODUCT §7). */
export function transactionPasswordDigest(digits: string): string {
  return bytesToHex(md5(utf8ToBytes(digits)))
}
