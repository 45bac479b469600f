import * as z from 'zod/mini'
import { LANGUAGES } from '../../enums.ts'
import { because, count, id, pageOf, text, time } from '../../fields.ts'
import { FEEDBACK_CONTENT_LENGTH_MAX, feedbackAnswer } from '../../service/feedback.ts'
import { storedImage } from '../../service/files.ts'
import { GUEST_TEXT_LENGTH_MAX, guestMessage } from '../../service/guest.ts'
import { CHAT_TEXT_LENGTH_MAX, chatMessage } from '../../service/service.ts'
import { customerHandle, listFlags } from '../statement/fields.ts'
import { fileInput } from '../statement/files.ts'
import { fileCall, staffCall, workPage } from '../statement/staff-call.ts'

/** Of every act that answers: the newest message that the writer saw, and whether to ignore later ones. */
const answering = {
  /** The newest message or answer that the writer saw; left out: none. */
  seen_id: z.optional(id),
  /** Sends it where a colleague answered meanwhile, too. */
  anyway: z.optional(z.boolean()),
}

export const listChats = staffCall({
  name: 'list-chats',
  kind: 'read',
  area: 'service',
  roles: ['support', 'risk', 'auditor'],
  works_on: { kind: 'chat', by: 'customer_id' },
  summary: 'Customers whose messages wait for an answer, longest first',
  request: z.strictObject(listFlags),
  response: workPage(z.object({ customer_id: id, waiting: count, since: time })),
  refusals: [],
})

const messageForStaff = z.object({
  ...z.omit(chatMessage, { author_name: true, images: true }).shape,
  customer_id: id,
  staff_id: z.nullable(id),
  staff_name: z.nullable(z.string()),
  image_ids: z.array(id),
})

export const showChat = staffCall({
  name: 'show-chat',
  kind: 'read',
  area: 'service',
  roles: ['support', 'risk', 'auditor'],
  works_on: { kind: 'chat', by: 'customer' },
  touches: 'customer',
  summary: 'A customer’s chat, newest first',
  request: z.strictObject({ ...listFlags, customer: customerHandle }),
  response: pageOf(messageForStaff),
  refusals: ['record_not_found'],
})

export const readChat = staffCall({
  name: 'read-chat',
  kind: 'act',
  area: 'service',
  roles: ['support'],
  works_on: { kind: 'chat', by: 'customer' },
  touches: 'customer',
  summary: 'Mark what a customer has written read, without an answer',
  request: z.strictObject({ customer: customerHandle }),
  response: z.object({ read_up_to: z.nullable(id) }),
  refusals: ['record_not_found'],
})

export const answerChat = staffCall({
  name: 'answer-chat',
  kind: 'act',
  area: 'service',
  roles: ['support'],
  works_on: { kind: 'chat', by: 'customer' },
  touches: 'customer',
  once: true,
  summary: 'Answer a customer in the chat; marks what they wrote read',
  note: 'file is an image',
  request: z.strictObject({
    customer: customerHandle,
    text: text(CHAT_TEXT_LENGTH_MAX),
    file: z.optional(fileInput),
    ...answering,
  }),
  response: z.object({ message_id: id }),
  refusals: [
    'record_not_found',
    'answered_meanwhile',
    'file_unreadable',
    'file_too_large',
    'not_an_image',
    'image_pixels_too_many',
  ],
})

/** Staff's name for a visitor's thread, such as `guest-17`; read as its number. */
const guest = z.pipe(
  z.string({ error: because('field_invalid') }).check(z.regex(/^guest-\d{1,12}$/, 'field_invalid')),
  z.transform((name: string) => Number(name.slice('guest-'.length))),
)

export const listGuests = staffCall({
  name: 'list-guests',
  kind: 'read',
  area: 'service',
  roles: ['support', 'risk', 'auditor'],
  works_on: { kind: 'guest', by: 'guest' },
  summary: 'Visitors without an account whose messages wait for an answer, longest first',
  request: z.strictObject(listFlags),
  response: workPage(
    z.object({ guest: z.string(), language: z.enum(LANGUAGES), waiting: count, since: time }),
  ),
  refusals: [],
})

export const showGuest = staffCall({
  name: 'show-guest',
  kind: 'read',
  area: 'service',
  roles: ['support', 'risk', 'auditor'],
  works_on: { kind: 'guest', by: 'guest' },
  summary: 'A visitor’s thread, newest first',
  request: z.strictObject({ ...listFlags, guest }),
  response: pageOf(guestMessage),
  refusals: ['record_not_found'],
})

export const answerGuest = staffCall({
  name: 'answer-guest',
  kind: 'act',
  area: 'service',
  roles: ['support'],
  works_on: { kind: 'guest', by: 'guest' },
  once: true,
  summary: 'Answer a visitor; marks what they wrote read',
  request: z.strictObject({ guest, text: text(GUEST_TEXT_LENGTH_MAX), ...answering }),
  response: z.object({ message_id: id }),
  refusals: ['record_not_found', 'answered_meanwhile'],
})

const feedbackForStaff = z.object({
  feedback_id: id,
  customer_id: id,
  /** The customer's username. */
  customer: z.nullable(z.string()),
  subject: z.string(),
  content: z.string(),
  images: z.array(storedImage),
  created_at: time,
  /** Oldest first. */
  answers: z.array(
    z.object({
      ...z.omit(feedbackAnswer, { author_name: true }).shape,
      staff_id: id,
      staff_name: z.string(),
    }),
  ),
})

export const listFeedback = staffCall({
  name: 'list-feedback',
  kind: 'read',
  area: 'service',
  roles: ['support', 'content', 'risk', 'auditor'],
  works_on: { kind: 'feedback', by: 'feedback_id' },
  touches: 'customer',
  summary: 'Feedback that waits for an answer, longest first; or all of one customer, newest first',
  request: z.strictObject({ ...listFlags, customer: z.optional(customerHandle) }),
  response: workPage(feedbackForStaff),
  refusals: ['record_not_found'],
})

export const answerFeedback = staffCall({
  name: 'answer-feedback',
  kind: 'act',
  area: 'service',
  roles: ['support', 'content'],
  works_on: { kind: 'feedback', by: 'feedback_id' },
  touches: 'customer',
  once: true,
  summary: 'Answer feedback; the customer is notified',
  request: z.strictObject({ feedback_id: id, text: text(FEEDBACK_CONTENT_LENGTH_MAX), ...answering }),
  response: z.object({ answer_id: id }),
  refusals: ['record_not_found', 'answered_meanwhile'],
})

/** Whose use is not one's own is `staff_role_missing`. */
export const saveImage = fileCall({
  name: 'save-image',
  kind: 'read',
  area: 'service',
  roles: ['support', 'content', 'risk', 'auditor'],
  touches: 'customer',
  summary: 'Save an image of a chat, of feedback or of an exchange order',
  request: z.strictObject({ file_id: id }),
  answers_file: 'image/webp',
  refusals: ['file_not_found'],
})
