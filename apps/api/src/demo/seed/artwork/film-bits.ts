/** Writes the fields of an H.264 bit stream (ITU-T H.264, 7.2 and 9.1). */
export class BitWriter {
  readonly #bytes: number[] = []
  #held = 0
  #count = 0

  /** Adds the `length` lowest bits of `value`, highest first. */
  bits(value: number, length: number): this {
    for (let bit = length - 1; bit >= 0; bit -= 1) {
      this.#held = (this.#held << 1) | ((value >> bit) & 1)
      this.#count += 1
      if (this.#count === 8) {
        this.#bytes.push(this.#held)
        this.#held = 0
        this.#count = 0
      }
    }
    return this
  }

  /** Adds numbers as Exp-Golomb codes: `ue(v)`. */
  numbers(...values: readonly number[]): this {
    for (const value of values) {
      const length = Math.floor(Math.log2(value + 1))
      this.bits(0, length).bits(value + 1, length + 1)
    }
    return this
  }

  /** Fills the byte up with zeros, and adds whole bytes. */
  bytes(content: Uint8Array): this {
    if (this.#count > 0) this.bits(0, 8 - this.#count)
    for (const byte of content) this.#bytes.push(byte)
    return this
  }

  /** The unit with its end mark, after its type; bytes that would look like a start code are kept apart (7.4.1). */
  unit(type: number): Buffer {
    this.bits(1, 1)
    if (this.#count > 0) this.bits(0, 8 - this.#count)
    const kept: number[] = [type]
    let zeros = 0
    for (const byte of this.#bytes) {
      if (zeros === 2 && byte <= 3) {
        kept.push(3)
        zeros = 0
      }
      kept.push(byte)
      zeros = byte === 0 ? zeros + 1 : 0
    }
    return Buffer.from(kept)
  }
}

/** A box of an MP4 file (ISO/IEC 14496-12). */
export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(head.length + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** Numbers of 32 bits, one after another. */
export function words(...values: readonly number[]): Buffer {
  const content = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) content.writeUInt32BE(value, index * 4)
  return content
}

/** Numbers of 16 bits, one after another. */
export function halves(...values: readonly number[]): Buffer {
  const content = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) content.writeUInt16BE(value, index * 2)
  return content
}
