import * as z from 'zod/mini'
import { customerCall } from './call.ts'
import { NOTIFICATION_CATEGORIES } from './enums.ts'
import { because, count, cursor, id, limit, nothing, pageOf, pageQuery, requestId, time } from './fields.ts'

export const notification = z.object({
  notification_id: id,
  category: z.enum(NOTIFICATION_CATEGORIES),
  title: z.string(),
  content: z.string(),
  created_at: time,
  read: z.boolean(),
  /** What it speaks of, so that it can be opened: plan, withdrawal, deposit … */
  subject_kind: z.nullable(z.string()),
  subject_id: z.nullable(z.string()),
})

export const notifications = customerCall({
  name: 'notifications',
  method: 'POST',
  path: '/user/notifications',
  auth: 'restricted',
  tag: 'service',
  summary: 'Notifications, unread first, then newest first',
  request: z.strictObject({
    category: z.optional(z.enum(NOTIFICATION_CATEGORIES, { error: because('field_invalid') })),
    cursor: z.optional(cursor),
    limit: z.optional(limit),
  }),
  response: z.object({
    ...pageOf(notification).shape,
    /** Pass it to mark all read: what arrives later stays unread (PRODUCT §14). */
    watermark: z.string(),
  }),
  refusals: ['cursor_invalid'],
})

export const notificationsRead = customerCall({
  name: 'notificationsRead',
  method: 'POST',
  path: '/user/notifications/read',
  auth: 'restricted',
  tag: 'service',
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

export const unreadCount = customerCall({
  name: 'unreadCount',
  method: 'POST',
  path: '/user/notifications/unread_count',
  auth: 'restricted',
  tag: 'service',
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
  text: z.string(),
  sent_at: time,
  read_at: z.nullable(time),
})

export const chatList = customerCall({
  name: 'chatList',
  method: 'GET',
  path: '/service/chat/list',
  auth: 'restricted',
  tag: 'service',
  summary: 'The chat with service, newest first; `after` answers only what came later, oldest first',
  request: z.strictObject({ ...pageQuery, after: z.optional(id) }),
  response: z.object({ ...pageOf(chatMessage).shape, hours: z.string(), online: z.boolean() }),
  refusals: ['cursor_invalid'],
})

export const CHAT_TEXT_LENGTH_MAX = 2_000

export const chatSend = customerCall({
  name: 'chatSend',
  method: 'POST',
  path: '/service/chat/send',
  auth: 'restricted',
  tag: 'service',
  summary: 'Send a text; the same request_id again answers the same message',
  request: z.strictObject({
    request_id: requestId,
    text: z
      .string({ error: because('message_empty') })
      .check(z.trim(), z.minLength(1, 'message_empty'), z.maxLength(CHAT_TEXT_LENGTH_MAX, 'field_too_long')),
  }),
  response: chatMessage,
  refusals: ['message_empty', 'request_id_reused'],
})

export const chatRead = customerCall({
  name: 'chatRead',
  method: 'POST',
  path: '/service/chat/read',
  auth: 'restricted',
  tag: 'service',
  summary: 'Mark messages up to this one read',
  request: z.strictObject({ message_id: id }),
  response: nothing,
  refusals: ['record_not_found'],
})

export const depositDetails = customerCall({
  name: 'depositDetails',
  method: 'POST',
  path: '/service/deposit_details',
  tag: 'service',
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
