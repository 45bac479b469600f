import { expect, test } from 'vitest'
import { plantTree } from '../tree.ts'
import { cryptographyIsStrong } from './cryptography.ts'

const count = (text: string, path = 'apps/api/src/modules/files/seal.ts') =>
  cryptographyIsStrong(plantTree({ [path]: text })).length

test.each([
  "createHash('md5').update(text)",
  "const DIGEST = 'sha1'",
  "createCipheriv('aes-256-cbc', key, nonce)",
  "createCipheriv('des-ede3', key, nonce)",
  "createECDH('secp224r1')",
  "crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-1' }, key, data)",
  "generateKeyPairSync('rsa', { modulusLength: 2048 })",
])('%s is found', (text) => {
  expect(count(text)).toBe(1)
})

test.each([
  "createHash('sha256').update(text)",
  "createCipheriv('aes-256-gcm', key, nonce)",
  "createECDH('prime256v1')",
  "generateKeyPairSync('rsa', { modulusLength: 3072 })",
  "generateKeyPairSync('ed25519')",
])('%s is no fault', (text) => {
  expect(count(text)).toBe(0)
})

test('an exception is of its file and its algorithm alone', () => {
  const totp = 'apps/api/src/modules/operators/sign-in/totp.ts'
  expect(count("createHmac('sha1', secret)", totp)).toBe(0)
  expect(count("createHash('md5')", totp)).toBe(1)
})
