/**
 * PostgreSQL arrays as parameters of hot statements: in binary form where the database would spend more on reading
 * text than this process on writing bytes. `pg` sends a Buffer as binary and a string as text.
 */

const HEAD_BYTES = 20
const LENGTH_BYTES = 4
const NULL_LENGTH = -1
const UUID_BYTES = 16
const OIDS = { int8: 20, int4: 23, uuid: 2950 } as const

/** A `uuid[]`; null elements where an id is null. Throws `TypeError` on what is no UUID in lower case. */
export function uuidArray(ids: readonly (string | null)[]): Buffer {
  const array = new BinaryArray(OIDS.uuid, UUID_BYTES, ids)
  for (const id of ids) {
    const at = array.next(id === null)
    if (id !== null && array.bytes.write(id.replaceAll('-', ''), at, UUID_BYTES, 'hex') !== UUID_BYTES)
      throw notUuid()
  }
  return array.bytes
}

/** A `uuid[]` of the 16 bytes at `offset` of what `read` gives for each item. */
export function uuidBytesArray<Item>(
  items: readonly Item[],
  read: (item: Item) => Buffer,
  offset: number,
): Buffer {
  const array = new BinaryArray(OIDS.uuid, UUID_BYTES, items)
  for (const item of items) read(item).copy(array.bytes, array.next(false), offset, offset + UUID_BYTES)
  return array.bytes
}

/** A `bigint[]` of whole numbers that a JavaScript number holds exactly, such as milliseconds. Not below 0. */
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

/** A `text[]`, or any array whose elements are read from text. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'null' : quoted(value))).join(',')}}`
}

function quoted(text: string): string {
  return /^[a-z0-9_.:-]+$/.test(text) && text !== 'null' ? text : `"${text.replace(/["\\]/g, '\\$&')}"`
}

function notUuid(): TypeError {
  return new TypeError('an id is no UUID')
}

class BinaryArray {
  readonly bytes: Buffer
  readonly #element_bytes: number
  #end = HEAD_BYTES

  constructor(oid: number, element_bytes: number, values: readonly unknown[]) {
    const nulls = values.reduce((count: number, value) => count + (value === null ? 1 : 0), 0)
    const size = HEAD_BYTES + values.length * (LENGTH_BYTES + element_bytes) - nulls * element_bytes
    // An empty array has no dimension.
    this.bytes = Buffer.allocUnsafe(values.length === 0 ? 12 : size)
    this.#element_bytes = element_bytes
    this.bytes.writeInt32BE(values.length === 0 ? 0 : 1, 0)
    this.bytes.writeInt32BE(nulls > 0 ? 1 : 0, 4)
    this.bytes.writeInt32BE(oid, 8)
    if (values.length === 0) return
    this.bytes.writeInt32BE(values.length, 12)
    this.bytes.writeInt32BE(1, 16)
  }

  /** Where the next element's bytes go; writes its length. */
  next(is_null: boolean): number {
    const at = this.#end + LENGTH_BYTES
    this.bytes.writeInt32BE(is_null ? NULL_LENGTH : this.#element_bytes, this.#end)
    this.#end = at + (is_null ? 0 : this.#element_bytes)
    return at
  }
}
