import { describe, expect, test } from 'vitest'
import { testSettings } from './testing/test-services.ts'

describe('how many proxies there are', () => {
  test.each(['10', '-1', 'true', '1.5'])('is never %s', (value) => {
    expect(() => testSettings({ TRUST_PROXY: value })).toThrow('how many proxies stand before the program')
  })
  test('is none by default', () => {
    expect(testSettings().proxies).toBe(0)
  })
})
