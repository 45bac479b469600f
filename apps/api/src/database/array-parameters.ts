/**
 * PostgreSQL arrays as parameters of hot statements: binary wherever the database would spend more on reading text
 * than this process on writing bytes. `pg` sends a Buffer as binary and a string as text.
 */

const HEAD_BYTES = 20
const LENGTH_BYTES = 4
const NULL_LENGTH = -1
const JSONB_VERSION = 1
const UUID_BYTES = 16
const OIDS = { bytea: 17, int8: 20, int4: 23, text: 25, timestamptz: 1184, uuid: 2950, jsonb: 3802 } as const

/** A `uuid[]`. Throws `TypeError` on an id that is no UUID in lower case. */
export function uuidArray(ids: readonly (string | null)[]): Buffer {
  const array = new BinaryArray(OIDS.uuid, UUID_BYTES, ids)
  for (const id of ids) {
    const at = array.next(id === null)
    if (id !== null && array.bytes.write(id.replaceAll('-', ''), at, UUID_BYTES, 'hex') !== UUID_BYTES)
      throw notUuid()
  }
  return array.bytes
}

/** A `uuid[]` of the 16 bytes at `offset` in each item's Buffer. */
export function uuidBytesArray<Item>(
  items: readonly Item[],
  read: (item: Item) => Buffer,
  offset: number,
): Buffer {
  const array = new BinaryArray(OIDS.uuid, UUID_BYTES, items)
  for (const item of items) read(item).copy(array.bytes, array.next(false), offset, offset + UUID_BYTES)
  return array.bytes
}

/** A `bigint[]` of whole numbers ≥ 0 that a JavaScript number holds exactly, such as milliseconds. */
export function wholeNumberArray<Item>(items: readonly Item[], read: (item: Item) => number): Buffer {
  const array = new BinaryArray(OIDS.int8, 8, items)
  for (const item of items) {
    const number = read(item)
    const at = array.next(false)
    array.bytes.writeUInt32BE(Math.floor(number / 2 ** 32), at)
    array.bytes.writeUInt32BE(number % 2 ** 32, at + 4)
  }
  return array.bytes
}

/** An `integer[]`. */
export function integerArray(values: readonly (number | null)[]): Buffer {
  const array = new BinaryArray(OIDS.int4, 4, values)
  for (const value of values) {
    const at = array.next(value === null)
    if (value !== null) array.bytes.writeInt32BE(value, at)
  }
  return array.bytes
}

/** A `bigint[]`. */
export function bigintArray(values: readonly (bigint | null)[]): Buffer {
  const array = new BinaryArray(OIDS.int8, 8, values)
  for (const value of values) {
    const at = array.next(value === null)
    if (value !== null) array.bytes.writeBigInt64BE(value, at)
  }
  return array.bytes
}

const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)

/** A `timestamptz[]`. */
export function timeArray(times: readonly Date[]): Buffer {
  const array = new BinaryArray(OIDS.timestamptz, 8, times)
  for (const time of times) {
    array.bytes.writeBigInt64BE(BigInt(time.getTime() - POSTGRES_EPOCH_MS) * 1000n, array.next(false))
  }
  return array.bytes
}

/** A `text[]`. */
export function textArray(values: readonly (string | null)[]): Buffer {
  const lengths = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)))
  const array = new BinaryArray(OIDS.text, lengths, values)
  for (const value of values) {
    const at = array.next(value === null)
    if (value !== null) array.bytes.write(value, at)
  }
  return array.bytes
}

/** A `bytea[]`. */
export function byteaArray(values: readonly Buffer[]): Buffer {
  const array = new BinaryArray(
    OIDS.bytea,
    values.map((value) => value.length),
    values,
  )
  for (const value of values) value.copy(array.bytes, array.next(false))
  return array.bytes
}

/** A `jsonb[]` of values as `JSON.stringify` writes them. */
export function jsonbArray(values: readonly unknown[]): Buffer {
  const texts = values.map((value) => JSON.stringify(value))
  const lengths = texts.map((text) => 1 + Buffer.byteLength(text))
  const array = new BinaryArray(OIDS.jsonb, lengths, texts)
  for (const text of texts) {
    const at = array.next(false)
    array.bytes[at] = JSONB_VERSION
    array.bytes.write(text, at + 1)
  }
  return array.bytes
}

/** Any array whose elements are read from text. */
export function literalArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'null' : quoted(value))).join(',')}}`
}

function quoted(text: string): string {
  return /^[a-z0-9_.:-]+$/.test(text) && text !== 'null' ? text : `"${text.replace(/["\\]/g, '\\$&')}"`
}

function notUuid(): TypeError {
  return new TypeError('An id in an array is not a UUID')
}

class BinaryArray {
  readonly bytes: Buffer
  /** One length for all elements, or one for each; null elements take no bytes. */
  readonly #element_bytes: number | readonly number[]
  #end = HEAD_BYTES
  #index = 0

  constructor(oid: number, element_bytes: number | readonly number[], values: readonly unknown[]) {
    const nulls = values.reduce((count: number, value) => count + (value === null ? 1 : 0), 0)
    const elements_bytes =
      typeof element_bytes === 'number'
        ? (values.length - nulls) * element_bytes
        : element_bytes.reduce((sum, bytes) => sum + bytes, 0)
    const size = HEAD_BYTES + values.length * LENGTH_BYTES + elements_bytes
    // An empty array has no dimensions.
    this.bytes = Buffer.allocUnsafe(values.length === 0 ? 12 : size)
    this.#element_bytes = element_bytes
    this.bytes.writeInt32BE(values.length === 0 ? 0 : 1, 0)
    this.bytes.writeInt32BE(nulls > 0 ? 1 : 0, 4)
    this.bytes.writeInt32BE(oid, 8)
    if (values.length === 0) return
    this.bytes.writeInt32BE(values.length, 12)
    this.bytes.writeInt32BE(1, 16)
  }

  /** Writes the next element's length; answers where its bytes go. */
  next(is_null: boolean): number {
    const at = this.#end + LENGTH_BYTES
    const own = this.#element_bytes
    const length = typeof own === 'number' ? own : (own[this.#index] ?? 0)
    this.bytes.writeInt32BE(is_null ? NULL_LENGTH : length, this.#end)
    this.#end = at + (is_null ? 0 : length)
    this.#index += 1
    return at
  }
}
