import { expect, test } from 'vitest'
import { deriveSecrets } from '../../../secrets.ts'
import { fingerprint, seal, unseal } from './sealed-account.ts'

const secret = deriveSecrets('a master secret of at least 32 characters')

test('opens with its own context only', () => {
  const sealed = seal(secret, 'one', 'DE89370400440532013000')
  expect(unseal(secret, 'one', sealed)).toBe('DE89370400440532013000')
  expect(() => unseal(secret, 'two', sealed)).toThrow()
  expect(sealed.includes('DE893704')).toBe(false)
})

test('one changed byte does not open', () => {
  const sealed = seal(secret, 'one', 'text')
  for (let place = 0; place < sealed.length; place += 1) {
    const changed = Buffer.from(sealed)
    changed[place] = (changed[place] ?? 0) ^ 1
    expect(() => unseal(secret, 'one', changed)).toThrow()
  }
})

test('fingerprints tell one customer’s accounts apart, and customers from each other', () => {
  expect(fingerprint(secret, 'a', 'x')).toEqual(fingerprint(secret, 'a', 'x'))
  expect(fingerprint(secret, 'a', 'x')).not.toEqual(fingerprint(secret, 'a', 'y'))
  expect(fingerprint(secret, 'a', 'x')).not.toEqual(fingerprint(secret, 'b', 'x'))
})
