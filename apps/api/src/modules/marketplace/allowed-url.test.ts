import { expect, test } from 'vitest'
import { isAllowedUrl } from './allowed-url.ts'

test.each(['https://game.example/play?x=1', 'https://game.example:8443/', 'HTTPS://GAME.EXAMPLE/a'])(
  '%s is allowed everywhere',
  (url) => {
    expect(isAllowedUrl(url, 'live')).toBe(true)
    expect(isAllowedUrl(url, 'sandbox')).toBe(true)
  },
)

test.each(['http://127.0.0.1:4100/landing', 'http://localhost/', 'http://[::1]:80/a'])(
  '%s is allowed in a sandbox only',
  (url) => {
    expect(isAllowedUrl(url, 'sandbox')).toBe(true)
    expect(isAllowedUrl(url, 'live')).toBe(false)
  },
)

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example/',
  'https:/evil.example',
  'https:\\\\evil.example',
  'https://user@evil.example/',
  'https://user:secret@evil.example/',
  'https://@evil.example/',
  'http://game.example/',
  'http://127.0.0.1.evil.example/',
  'http://2130706433.evil.example/',
  'https://evil.example/\u0000',
  ' https://evil.example/',
  'https://evil.example/a b',
  'ftp://evil.example/',
  '',
  'https://',
  `https://evil.example/${'a'.repeat(2_000)}`,
])('%j is refused', (url) => {
  expect(isAllowedUrl(url, 'sandbox')).toBe(false)
  expect(isAllowedUrl(url, 'live')).toBe(false)
})
