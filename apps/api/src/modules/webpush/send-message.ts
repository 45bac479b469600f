import type { WebPushPayload } from '@adtally/contract/service/webpush.ts'
import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push'
import { Refusal } from '../../lib/refusal.ts'
import { traced } from '../../telemetry/tracing.ts'
import { askJudged, targetOf } from '../judged-request.ts'
import type { DeviceSubscription } from './device-subscription.ts'
import type { WebPushEngine } from './engine.ts'

/** For a whole try: looking up the name, connecting, and the head of the answer. */
const SEND_TIME_MAX_MS = 10_000

/** The outcome of a try. `gone`: no such device any more; `refused`: the push service will never take the message. */
export type Sent = { kind: 'sent' | 'gone' | 'refused' } | { kind: 'later'; not_before_ms: number }

/**
 * Sends one message to a device's push service (RFC 8030), encrypted so that only the device can read it (RFC 8291),
 * padded to a fixed length, and signed by this program (RFC 8292). Does not follow redirects. Never throws.
 */
export async function sendMessage(
  { keys, contact, bounds }: WebPushEngine,
  { endpoint, p256dh, auth }: DeviceSubscription,
  payload: WebPushPayload,
  life_ms: number,
): Promise<Sent> {
  try {
    const target = targetOf(endpoint, bounds)
    const device = { endpoint, expirationTime: null, keys: { p256dh, auth } }
    const body = await encryptNotification(device, Buffer.from(JSON.stringify(payload)))
    // Signed with the real time, because push services check it; a sandbox's clock may differ.
    const { headers: signature } = await vapidHeaders(device, {
      subject: contact,
      publicKey: keys.public_key,
      privateKey: keys.private_key,
    })
    const headers = {
      ...signature,
      ttl: String(Math.floor(life_ms / 1000)),
      urgency: payload.kind === 'security' ? 'high' : 'normal',
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': String(body.byteLength),
    }
    const signal = AbortSignal.timeout(SEND_TIME_MAX_MS)
    const reply = await traced('webpush.send', {}, () =>
      askJudged(target, { method: 'POST', headers, body }, bounds, signal),
    )
    reply.destroy()
    return outcomeOf(reply.statusCode ?? 0, reply.headers['retry-after'])
  } catch (error) {
    // A name that now leads into this network is never contacted: its message is dropped, other failures are retried.
    const is_foreign = error instanceof Refusal && error.reason !== 'url_unreachable'
    return is_foreign ? { kind: 'refused' } : { kind: 'later', not_before_ms: 0 }
  }
}

function outcomeOf(status: number, retry_after: string | undefined): Sent {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = /^\d{1,6}$/.test(retry_after ?? '') ? Number(retry_after) : 0
    return { kind: 'later', not_before_ms: seconds * 1000 }
  }
  return { kind: 'refused' }
}
