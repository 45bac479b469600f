import { hash } from 'node:crypto'
import { memoized } from '../../../lib/memoized.ts'

const NUMBERS_MAX = 20_000
/** Longer than any address, device id or stored user agent with its prefix. */
const TEXT_BYTES_MAX = 2_048

/**
 * Keyed hashes of 64 bits, so that devices and addresses can be counted but not read back (PRODUCT §5): SHA-256 of
 * key and text, truncated, so that nothing can be appended.
 */
export class KeyedHash {
  readonly #keyed: Buffer
  readonly #key_bytes: number

  constructor(key: Buffer) {
    this.#key_bytes = key.length
    this.#keyed = Buffer.alloc(key.length + TEXT_BYTES_MAX)
    key.copy(this.#keyed)
  }

  /** Eight bytes. */
  bytes(text: string): Buffer {
    const length = this.#keyed.write(text, this.#key_bytes)
    return hash('sha256', this.#keyed.subarray(0, this.#key_bytes + length), 'buffer').subarray(0, 8)
  }

  /** The same as a signed number for PostgreSQL's bigint; memoized, because texts repeat. */
  readonly number = memoized((text) => this.bytes(text).readBigInt64BE(), NUMBERS_MAX)
}
