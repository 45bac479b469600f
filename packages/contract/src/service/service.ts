import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { LANGUAGES, NOTIFICATION_CATEGORIES } from '../enums.ts'
import { because, count, cursor, id, limit, limitText, nothing, pageOf, requestId, time } from '../fields.ts'
import { imageIds, storedImage } from './files.ts'

export const notification = z.object({
  notification_id: id,
  category: z.enum(NOTIFICATION_CATEGORIES),
  title: z.string(),
  content: z.string(),
  /** Set if the texts are not in the caller's language (PRODUCT §14). */
  language: z.optional(z.enum(LANGUAGES)),
  created_at: time,
  read: z.boolean(),
  /** Its subject, which the app can open: plan, withdrawal, deposit … */
  subject_kind: z.nullable(z.string()),
  subject_id: z.nullable(z.string()),
})

export const notifications = customerCall('POST /user/notifications', {
  name: 'notifications',
  auth: 'restricted',
  summary: 'Notifications, unread first, then newest first',
  request: z.strictObject({
    category: z.optional(z.enum(NOTIFICATION_CATEGORIES, { error: because('field_invalid') })),
    cursor: z.optional(cursor),
    limit: z.optional(limit),
  }),
  response: z.object({
    ...pageOf(notification).shape,
    /** Send this to mark all as read: later arrivals stay unread (PRODUCT §14). */
    watermark: z.string(),
  }),
  refusals: ['cursor_invalid'],
})

export const notificationsRead = customerCall('POST /user/notifications/read', {
  name: 'notificationsRead',
  auth: 'restricted',
  summary: 'Mark one read by its id, or all up to a watermark',
  request: z.union([
    z.strictObject({ notification_id: id }),
    z.strictObject({
      watermark: z
        .string({ error: because('field_invalid') })
        .check(z.minLength(1, 'field_required'), z.maxLength(64, 'field_invalid')),
    }),
  ]),
  response: z.object({ unread_total: count }),
  refusals: ['notification_not_found'],
})

export const unreadCount = customerCall('POST /user/notifications/unread_count', {
  name: 'unreadCount',
  auth: 'restricted',
  summary: 'How many notifications are unread',
  request: z.strictObject({}),
  response: z.object({ unread_total: count }),
  refusals: [],
})

export const chatMessage = z.object({
  message_id: id,
  /** `program`: sent by the program itself, such as deposit details. */
  author: z.enum(['customer', 'service', 'program']),
  author_name: z.nullable(z.string()),
  kind: z.enum(['text', 'deposit_details']),
  /** Empty if a message has only images. */
  text: z.string(),
  images: z.array(storedImage),
  sent_at: time,
  read_at: z.nullable(time),
  /** Messages are shown in this order. */
  position: z.int(),
  /** The chat's revision when it was sent or last marked; a message's later state has a higher one. */
  revision: z.int(),
})

const revisionText = z.pipe(
  z.string({ error: because('field_invalid') }).check(z.regex(/^\d{1,15}$/, 'field_invalid')),
  z.transform((value: string) => Number(value)),
)

export const chatList = customerCall('GET /service/chat/list', {
  name: 'chatList',
  auth: 'restricted',
  summary:
    'The chat with service, newest first; `after` answers what was sent or marked since that revision instead, in the order of revisions',
  request: z.strictObject({
    cursor: z.optional(cursor),
    limit: z.optional(limitText),
    after: z.optional(revisionText),
  }),
  response: z.object({
    ...pageOf(chatMessage).shape,
    /** Nothing up to this revision is missing: send it as `after`. On an older page, the chat's current revision. */
    revision: z.int(),
    hours: z.string(),
    online: z.boolean(),
  }),
  refusals: ['cursor_invalid'],
})

export const CHAT_TEXT_LENGTH_MAX = 2_000

export const chatSend = customerCall('POST /service/chat/send', {
  name: 'chatSend',
  auth: 'restricted',
  summary: 'Send a text, images or both; the same request_id again answers the same message',
  request: z
    .strictObject({
      request_id: requestId,
      /** May be empty if there are images. */
      text: z
        .string({ error: because('message_empty') })
        .check(z.trim(), z.maxLength(CHAT_TEXT_LENGTH_MAX, 'field_too_long')),
      images: imageIds,
    })
    .check(
      z.refine(({ text, images = [] }) => text !== '' || images.length > 0, {
        error: 'message_empty',
        path: ['text'],
      }),
    ),
  response: chatMessage,
  refusals: ['message_empty', 'request_id_reused', 'file_not_found'],
})

export const chatRead = customerCall('POST /service/chat/read', {
  name: 'chatRead',
  auth: 'restricted',
  summary: 'Mark messages up to this one read',
  request: z.strictObject({ message_id: id }),
  response: nothing,
  refusals: ['record_not_found'],
})

export const depositDetails = customerCall('POST /service/deposit_details', {
  name: 'depositDetails',
  summary:
    "Ask for a deposit: the program answers in the chat with the legal entity's account and the customer's own reference (PRODUCT §2.12)",
  request: z.strictObject({ request_id: requestId }),
  response: z.object({
    message: chatMessage,
    account_holder: z.string(),
    account_number: z.string(),
    bank_name: z.string(),
    reference: z.string(),
    currency: z.string(),
  }),
  refusals: ['payments_stopped', 'request_id_reused'],
})
