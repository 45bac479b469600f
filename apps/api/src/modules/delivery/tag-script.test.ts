import { Script } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodingFor, makeTagScript } from './tag-script.ts'

/** The gate of a script that strangers' pages load. */
const GZIP_BYTES_MAX = 4096

test('the tag is one small classic script that brings nothing along [proof 868]', () => {
  const { text, gzip, br } = makeTagScript()
  expect(() => new Script(text)).not.toThrow()
  expect(text).not.toMatch(/^(import|export)\b|\bimport\(|\brequire\(/m)
  // No types, comments or indentation, which browsers do not need.
  expect(text).not.toMatch(/^\s|\/\*|^\/\/|\binterface\b/m)
  expect(gunzipSync(gzip).toString()).toBe(text)
  expect(brotliDecompressSync(br).toString()).toBe(text)
  expect(gzip.length).toBeLessThan(GZIP_BYTES_MAX)
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.0', null],
  ['identity', null],
  [undefined, null],
] as const)('%s is answered as %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})
