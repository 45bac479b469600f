import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { LANGUAGES, WEBPUSH_KINDS } from '../enums.ts'
import { because, id, nothing } from '../fields.ts'

const ENDPOINT_LENGTH_MAX = 1_000

/** A base64url text of this length. */
const characters = (length: number) =>
  z
    .string({ error: because('field_invalid') })
    .check(z.regex(new RegExp(`^[\\w-]{${length}}$`), 'field_invalid'))

/** A device's push address and its browser's keys, as in `PushSubscription.toJSON`. */
export const webPushSubscription = z.strictObject({
  endpoint: z
    .string({ error: because('field_invalid') })
    .check(z.minLength(1, 'field_required'), z.maxLength(ENDPOINT_LENGTH_MAX, 'field_too_long')),
  /** An uncompressed P-256 point in base64url. */
  p256dh: characters(87),
  /** 16 bytes in base64url. */
  auth: characters(22),
})

/** The message to a device, encrypted for it alone (RFC 8291); may be shown on a locked screen. */
export const webPushPayload = z.strictObject({
  message_id: id,
  kind: z.enum(WEBPUSH_KINDS),
  language: z.enum(LANGUAGES),
  title: z.string(),
  content: z.string(),
})
export type WebPushPayload = z.infer<typeof webPushPayload>

export const webPushState = customerCall('GET /user/webpush/state', {
  name: 'webPushState',
  summary:
    'Whether this session’s device is notified of money and security, and the key to turn that on with',
  request: z.strictObject({}),
  response: z.object({
    is_on: z.boolean(),
    /** The program's VAPID key (RFC 8292): an uncompressed P-256 point in base64url. */
    public_key: z.string(),
  }),
  refusals: [],
})

export const webPushTurnOn = customerCall('POST /user/webpush/on', {
  name: 'webPushTurnOn',
  summary: 'Notify this session’s device of money and security, until it is turned off or the session ends',
  request: webPushSubscription,
  response: nothing,
  refusals: ['webpush_endpoint_refused'],
})

export const webPushTurnOff = customerCall('POST /user/webpush/off', {
  name: 'webPushTurnOff',
  summary: 'Notify this session’s device no longer; again, it stays so',
  request: z.strictObject({}),
  response: nothing,
  refusals: [],
})
