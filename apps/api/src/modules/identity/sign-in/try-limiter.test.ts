import { describe, expect, test } from 'vitest'
import { TryLimiter } from './try-limiter.ts'

describe('tries', () => {
  test('end with the window and come back with the next', () => {
    const limiter = new TryLimiter({ tries_max: 2, window_ms: 1_000 })
    expect([limiter.take('a', 0), limiter.take('a', 999)]).toEqual([null, null])
    expect(limiter.take('a', 999)).toEqual(new Date(1_000))
    expect(limiter.take('b', 999)).toBeNull()
    expect(limiter.take('a', 1_000)).toBeNull()
  })

  test('given back are there again', () => {
    const limiter = new TryLimiter({ tries_max: 1, window_ms: 1_000 })
    limiter.take('a', 0)
    limiter.giveBack('a')
    expect(limiter.take('a', 0)).toBeNull()
    expect(limiter.take('a', 0)).not.toBeNull()
  })
})
