import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 4096
const pool = Buffer.alloc(POOL_BYTES)
let pool_offset = POOL_BYTES
let last_ms = 0
let sequence = 0

/**
 * Writes a UUID v7 of `now_ms` at `offset`: 48 bits of time, a counter of 12 bits that keeps the order of making
 * within a millisecond, 62 random bits. A fifth of what a text UUID costs, which the decision path feels.
 */
export function writeId(target: Buffer, offset: number, now_ms: number): void {
  if (now_ms > last_ms) {
    last_ms = now_ms
    sequence = 0
  } else if (++sequence > 0xfff) {
    last_ms += 1
    sequence = 0
  }
  if (pool_offset + 8 > POOL_BYTES) {
    randomFillSync(pool)
    pool_offset = 0
  }
  target.writeUIntBE(last_ms, offset, 6)
  target.writeUInt16BE(0x7000 | sequence, offset + 6)
  pool.copy(target, offset + 8, pool_offset, pool_offset + 8)
  target[offset + 8] = 0x80 | ((pool[pool_offset] ?? 0) & 0x3f)
  pool_offset += 8
}

/** The 16 bytes of a UUID in text. */
export function idToBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

/** The text, in lower case with hyphens, of the UUID at `offset`. */
export function idFromBytes(source: Buffer, offset: number): string {
  const hex = source.toString('hex', offset, offset + 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The smallest UUID v7 of a moment, for ranges over keys that begin with time. */
export function idFloor(at_ms: number): string {
  const hex = Math.max(0, Math.floor(at_ms)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const scratch = Buffer.alloc(16)

/** A UUID v7 of `now_ms` in text. */
export function newEventId(now_ms: number): string {
  writeId(scratch, 0, now_ms)
  return idFromBytes(scratch, 0)
}
