import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { hostInUrl, readSettings } from './settings.ts'
import { testSettings } from './testing/test-services.ts'

const read = (variables: Record<string, string>) =>
  readSettings({ SECRET: 'a secret of tests, which opens nothing', DATA_DIR: tmpdir(), ...variables })

describe('what is no good value is one sentence', () => {
  test.each<[string, string]>([
    ['CURRENCY', 'ZZZ'],
    ['CURRENCY', 'usd'],
    ['CURRENCY', 'BHD'],
    ['BASE_PATH', '/a/../b'],
    ['BASE_PATH', '/.'],
    ['BASE_PATH', '/a/..'],
  ])('%s=%s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(
      new RegExp(`^${name} should be [^\\n]*; "${value}" is not\\.$`),
    )
  })

  test.each<[string, string]>([
    ['CURRENCY', 'EUR'],
    ['CURRENCY', 'JPY'],
    ['BASE_PATH', '/a.b/..c/...'],
  ])('%s=%s is good', (name, value) => {
    expect(() => read({ [name]: value })).not.toThrow()
  })
})

test('the program’s own address is one that browsers on this machine can open', () => {
  const origin = (HOST: string) => read({ HOST, PORT: '8080' }).public_origin
  expect(origin('::1')).toBe('http://[::1]:8080')
  for (const any of ['::', '0.0.0.0']) expect(origin(any)).toBe('http://127.0.0.1:8080')
  expect(new URL(origin('::1')).hostname).toBe(hostInUrl('::1'))
})

describe('how many proxies there are', () => {
  test.each(['10', '-1', 'true', '1.5'])('is never %s', (value) => {
    expect(() => testSettings({ TRUST_PROXY: value })).toThrow('how many proxies stand before the program')
  })
  test('is none by default', () => {
    expect(testSettings().proxies).toBe(0)
  })
})
