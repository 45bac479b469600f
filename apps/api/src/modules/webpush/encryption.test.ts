import { createECDH } from 'node:crypto'
import { encryptNotification } from '@block65/webcrypto-web-push'
import { expect, test } from 'vitest'
import type { Purpose } from '../../secret-purposes.ts'
import { deriveSecrets } from '../../secrets.ts'
import { browserKeys, readEncrypted } from './testing/push-service.ts'
import { isPublicKey, vapidKeys } from './vapid-keys.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, Appendix A. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  browser_private: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  browser_public: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('what reads messages in these tests reads the example of RFC 8291, and what is encrypted for a device by the program [proof 527]', async () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(bytes(EXAMPLE.browser_private))
  expect(pair.getPublicKey('base64url')).toBe(EXAMPLE.browser_public)
  expect(readEncrypted({ pair, auth: bytes(EXAMPLE.auth) }, bytes(EXAMPLE.body)).toString()).toBe(
    EXAMPLE.text,
  )
  const keys = browserKeys()
  const device = {
    endpoint: 'https://push.example/',
    expirationTime: null,
    keys: { p256dh: keys.pair.getPublicKey('base64url'), auth: keys.auth.toString('base64url') },
  }
  const body = await encryptNotification(device, Buffer.from('ไทย\u0002'))
  expect(readEncrypted(keys, Buffer.from(body)).toString()).toBe('ไทย\u0002')
  expect(() => readEncrypted(browserKeys(), Buffer.from(body))).toThrow()
})

test('the program’s key is the same from the same secret, another from another, and a pair', () => {
  const secret = deriveSecrets('a-master-secret-of-a-test-0123456789')
  const keys = vapidKeys(secret)
  expect(vapidKeys(deriveSecrets('a-master-secret-of-a-test-0123456789'))).toEqual(keys)
  expect(vapidKeys(deriveSecrets('another-master-secret-of-a-test-0123'))).not.toEqual(keys)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(keys.private_key, 'base64url')
  expect(pair.getPublicKey('base64url')).toBe(keys.public_key)
  expect(keys.private_key).toHaveLength(43)
  // Candidates that are no valid key of the curve are skipped.
  const second = (purpose: Purpose) => (purpose.endsWith(':0') ? Buffer.alloc(32, 0xff) : secret(purpose))
  expect(vapidKeys(second).private_key).toBe(secret('webpush-key:1').toString('base64url'))
})

test('a key that is no point of the curve is told from one that is', () => {
  expect(isPublicKey(browserKeys().pair.getPublicKey('base64url'))).toBe(true)
  const off_curve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)])
  expect(isPublicKey(off_curve.toString('base64url'))).toBe(false)
})
