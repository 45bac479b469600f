import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { HmacKey } from './hmac-key.ts'

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array))

test('equals createHmac for every key and body, one after another on the same key', () => {
  fc.assert(
    fc.property(bytes(32, 32), fc.array(bytes(0, 200), { minLength: 1, maxLength: 5 }), (key, bodies) => {
      const mac = new HmacKey(key, 200)
      for (const body of bodies) {
        expect(mac.digest(body).equals(createHmac('sha256', key).update(body).digest())).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('a longer body or another key length is an error, not another mac', () => {
  expect(() => new HmacKey(Buffer.alloc(16), 10)).toThrow(RangeError)
  expect(() => new HmacKey(Buffer.alloc(32), 10).digest(Buffer.alloc(11))).toThrow(RangeError)
})
