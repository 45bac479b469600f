import { createHmac } from 'node:crypto'

const REMEMBERED_MAX = 20_000

/**
 * Keyed hashes of 64 bits, so that devices and addresses can be counted and never read back (PRODUCT §5). What comes
 * again and again is remembered.
 */
export class KeyedHash {
  readonly #key: Buffer
  readonly #known = new Map<string, Buffer>()

  constructor(key: Buffer) {
    this.#key = key
  }

  /** Eight bytes; not to be written to. */
  bytes(text: string): Buffer {
    const known = this.#known.get(text)
    if (known) return known
    if (this.#known.size >= REMEMBERED_MAX) this.#known.clear()
    const digest = createHmac('sha256', this.#key).update(text).digest().subarray(0, 8)
    this.#known.set(text, digest)
    return digest
  }

  /** The same as the signed number that PostgreSQL's bigint holds. */
  number(text: string): bigint {
    return this.bytes(text).readBigInt64BE()
  }
}
