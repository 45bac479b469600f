import { hash } from 'node:crypto'

const BLOCK_BYTES = 64
const DIGEST_BYTES = 32

/**
 * HMAC-SHA256 (RFC 2104) with the key's two blocks prepared: its two one-shot hashes cost a quarter of `createHmac`
 * in Node 24 (docs/decisions/token-mac.md). A test checks it against `createHmac`.
 */
export class HmacKey {
  readonly #inner: Buffer
  readonly #outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES)
  readonly #body_bytes_max: number

  /** `body_bytes_max`: the longest body for `digest`. Keys have 32 bytes. */
  constructor(key: Buffer, body_bytes_max: number) {
    if (key.length !== DIGEST_BYTES) throw new RangeError('An HMAC key must have 32 bytes')
    this.#body_bytes_max = body_bytes_max
    this.#inner = Buffer.alloc(BLOCK_BYTES + body_bytes_max, 0x36, undefined)
    this.#outer.fill(0x5c, 0, BLOCK_BYTES)
    for (const [index, byte] of key.entries()) {
      this.#inner[index] = 0x36 ^ byte
      this.#outer[index] = 0x5c ^ byte
    }
  }

  /** The 32-byte MAC of the first `length` bytes of `body`. */
  digest(body: Buffer, length = body.length): Buffer {
    if (length > this.#body_bytes_max)
      throw new RangeError('The text is longer than this key was prepared for')
    body.copy(this.#inner, BLOCK_BYTES, 0, length)
    const inner = hash('sha256', this.#inner.subarray(0, BLOCK_BYTES + length), 'buffer')
    inner.copy(this.#outer, BLOCK_BYTES)
    return hash('sha256', this.#outer, 'buffer')
  }
}
