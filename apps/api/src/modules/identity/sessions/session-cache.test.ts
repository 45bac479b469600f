import { describe, expect, test } from 'vitest'
import { type KnownSession, SessionCache } from './session-cache.ts'

function session(session_id: string, customer_id: string): KnownSession {
  const at = new Date(0)
  return {
    session_id,
    customer_id,
    access: 'full',
    began_at: at,
    last_used_at: at,
    expires_at: at,
    revoked_at: null,
    ended_because: null,
    status: 'active',
    language: null,
    time_zone: null,
    read_at_ms: 0,
    answer: {
      session_id,
      session_began_at: at,
      customer_id,
      access: 'full',
      status: 'active',
      language: null,
    },
  }
}

describe('the sessions in memory', () => {
  test('are forgotten by session and by customer', () => {
    const cache = new SessionCache()
    cache.keep('a', session('1', 'c'), cache.generation)
    cache.keep('b', session('2', 'c'), cache.generation)
    cache.keep('x', session('3', 'd'), cache.generation)
    cache.forget('session:1')
    expect([cache.get('a'), cache.get('b')?.session_id]).toEqual([undefined, '2'])
    cache.forget('customer:c')
    expect([cache.get('b'), cache.get('x')?.session_id]).toEqual([undefined, '3'])
    cache.clear()
    expect(cache.get('x')).toBeUndefined()
  })

  test('do not keep what was read before something was forgotten', () => {
    const cache = new SessionCache()
    const { generation } = cache
    cache.forget('session:1')
    cache.keep('a', session('1', 'c'), generation)
    expect(cache.get('a')).toBeUndefined()
  })
})
