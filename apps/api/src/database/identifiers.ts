import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

// Randomness is drawn for many ids at once, because the system call costs more than everything else.
const RANDOM_BYTES = 16
const pool = Buffer.alloc(RANDOM_BYTES * 512)
let drawn = pool.length
let last_ms = 0
let sequence = 0

/** A new UUID v7: unique, and increasing within this process (PRODUCT §16). */
export function newId(): string {
  const random = nextRandom()
  const now_ms = Date.now()
  if (now_ms > last_ms) {
    last_ms = now_ms
    sequence = random.readUInt32BE(6) >>> 1
  } else {
    sequence += 1
  }
  return v7({ random, msecs: last_ms, seq: sequence })
}

function nextRandom(): Buffer {
  if (drawn === pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  drawn += RANDOM_BYTES
  return pool.subarray(drawn - RANDOM_BYTES, drawn)
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether `text` is a UUID in lower case. */
export function isId(text: string): boolean {
  return UUID_PATTERN.test(text)
}
