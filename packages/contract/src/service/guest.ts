import * as z from 'zod/mini'
import { publicCall } from '../call.ts'
import { because, cursor, id, limit, pageOf, requestId, time } from '../fields.ts'

/** The program's own page for visitors, outside the app's router (PRODUCT §14). */
export const GUEST_CHAT_PATH = '/guest-chat'

export const GUEST_TEXT_LENGTH_MAX = 1_000

/** 32 random bytes from the visitor's browser, which give access to the thread. Never in a URL. */
const guestKey = z
  .string({ error: because('field_invalid') })
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'field_invalid'))

export const guestMessage = z.object({
  message_id: id,
  author: z.enum(['guest', 'service']),
  text: z.string(),
  sent_at: time,
  read_at: z.nullable(time),
})

export const guestSend = publicCall('POST /service/guest/send', {
  name: 'guestSend',
  summary: 'Write to service without an account; the same request_id again answers the same message',
  request: z.strictObject({
    guest_key: guestKey,
    request_id: requestId,
    text: z
      .string({ error: because('message_empty') })
      .check(z.trim(), z.minLength(1, 'message_empty'), z.maxLength(GUEST_TEXT_LENGTH_MAX, 'field_too_long')),
  }),
  response: guestMessage,
  refusals: ['message_empty', 'request_id_reused', 'guest_messages_too_many'],
})

export const guestList = publicCall('POST /service/guest/list', {
  name: 'guestList',
  summary:
    "A visitor's thread: the newest messages, oldest of them first, and by `next_cursor` those before; what service wrote is then read",
  request: z.strictObject({ guest_key: guestKey, cursor: z.optional(cursor), limit: z.optional(limit) }),
  response: z.object({ ...pageOf(guestMessage).shape, hours: z.string(), online: z.boolean() }),
  refusals: ['cursor_invalid'],
})
