import { createHmac, randomBytes } from 'node:crypto'
import { openText, sealText } from '../../lib/sealed-text.ts'
import type { SecretFor } from '../../secrets.ts'

const PURPOSE = 'notices-secret'
const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret as its advertiser is shown it: 256 bits, in the form of Standard Webhooks. */
export function newNoticeSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/** Seals a secret, bound to its row's id. */
export function sealNoticeSecret(secret: SecretFor, secret_id: string, text: string): Buffer {
  return sealText(secret(PURPOSE), secret_id, text)
}

/** The inverse of `sealNoticeSecret`; throws where the text, key or row differs. */
export function openNoticeSecret(secret: SecretFor, secret_id: string, sealed: Buffer): string {
  return openText(secret(PURPOSE), secret_id, sealed)
}

/** A message as it is signed. */
export interface SignedNotice {
  message_id: string
  /** Of the try, in whole seconds since 1970. */
  timestamp_s: number
  body: string
}

/**
 * The fields that Standard Webhooks has: HMAC-SHA256 over id, timestamp and body, once with each secret that is good, so
 * that a receiver may know either.
 */
export function noticeFields(
  secrets: readonly string[],
  { message_id, timestamp_s, body }: SignedNotice,
): Record<string, string> {
  const content = `${message_id}.${timestamp_s}.${body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  })
  return {
    'webhook-id': message_id,
    'webhook-timestamp': String(timestamp_s),
    'webhook-signature': signatures.join(' '),
  }
}
