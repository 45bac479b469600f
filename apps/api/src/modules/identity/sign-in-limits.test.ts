import { describe, expect, test } from 'vitest'
import { SignInLimits } from './sign-in-limits.ts'
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

describe('signing in', () => {
  const tryOften = (
    limits: SignInLimits,
    times: number,
    name: (index: number) => string,
    address: (index: number) => string,
  ) => {
    let allowed = 0
    for (let index = 0; index < times; index += 1) {
      try {
        limits.take(name(index), address(index), 0)
        allowed += 1
      } catch {
        // Counted by what was allowed.
      }
    }
    return allowed
  }

  test('is slowed by name and address, so that nobody locks another out from elsewhere', () => {
    const limits = new SignInLimits()
    expect(
      tryOften(
        limits,
        50,
        () => 'Jane',
        () => 'attacker',
      ),
    ).toBe(10)
    expect(
      tryOften(
        limits,
        1,
        () => 'jane',
        () => 'home',
      ),
    ).toBe(1)
  })

  test('is slowed by name from many addresses', () => {
    expect(
      tryOften(
        new SignInLimits(),
        500,
        () => 'jane',
        (index) => `address ${index}`,
      ),
    ).toBe(100)
  })

  test('is slowed by address over many names', () => {
    expect(
      tryOften(
        new SignInLimits(),
        500,
        (index) => `name ${index}`,
        () => 'attacker',
      ),
    ).toBe(300)
  })
})
