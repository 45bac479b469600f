import { HmacKey } from './hmac-key.ts'

const REMEMBERED_MAX = 20_000
/** Longer than any address, device id or kept user agent with its prefix. */
const TEXT_BYTES_MAX = 2_048

/**
 * Keyed hashes of 64 bits, so that devices and addresses can be counted and never read back (PRODUCT §5). What comes
 * again and again is remembered.
 */
export class KeyedHash {
  readonly #key: HmacKey
  readonly #known = new Map<string, Buffer>()

  constructor(key: Buffer) {
    this.#key = new HmacKey(key, TEXT_BYTES_MAX)
  }

  /** Eight bytes; not to be written to. */
  bytes(text: string): Buffer {
    const known = this.#known.get(text)
    if (known) return known
    if (this.#known.size >= REMEMBERED_MAX) this.#known.clear()
    const digest = this.#key.digest(Buffer.from(text)).subarray(0, 8)
    this.#known.set(text, digest)
    return digest
  }

  /** The same as the signed number that PostgreSQL's bigint holds. */
  number(text: string): bigint {
    return this.bytes(text).readBigInt64BE()
  }
}
