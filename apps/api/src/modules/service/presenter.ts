import type { OutputOf } from '@adtally/contract/call.ts'
import type { Language } from '@adtally/contract/enums.ts'
import type { feedback } from '@adtally/contract/service/feedback.ts'
import type { guestSend } from '@adtally/contract/service/guest.ts'
import type { chatSend, notifications } from '@adtally/contract/service/service.ts'
import { formatAmount } from '@adtally/i18n/format-money.ts'
import { isServerKey, message, type TextZone } from '@adtally/i18n/server.ts'
import type { Spoken } from '../content/index.ts'
import type { ChatMessage } from './chat/chat.ts'
import type { FeedbackThread } from './feedback/feedback.ts'
import type { GuestMessageRow } from './guest.repository.ts'
import type { NotificationRow } from './notifications/notifications.repository.ts'

/** The message of notifications whose texts are an announcement's. */
export const ANNOUNCEMENT = 'announcement'

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** The values that are money, as decimal strings. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...['amount', 'taken', 'spend', 'revenue', 'profit', 'price', 'rebate'],
])

/**
 * Values as the messages take them: times as dates and money in the language's digits, so that each language writes
 * them its own way. `name:de` is the German form of `name`, where a value itself has one in each language.
 */
function valuesOf(
  language: Language,
  { message_values }: NotificationRow,
  currency: string,
): Record<string, string | Date> {
  const values = Object.entries(message_values).map(([name, stored]) => {
    const value = message_values[`${name}:${language}`] ?? stored
    if (AMOUNTS.has(name)) return [name, formatAmount(language, value)] as const
    return [name, ISO_TIME.test(value) ? new Date(value) : value] as const
  })
  return { currency, ...Object.fromEntries(values) }
}

/** How a notification's reader reads: language, zone of moments, and the currency of all money. */
export interface Reader {
  language: Language
  zone: TextZone
  currency: string
}

function textOf(
  { language, zone, currency }: Reader,
  row: NotificationRow,
  part: 'title' | 'content',
): string {
  const key = `notifications.${row.message}.${part}`
  if (!isServerKey(key)) throw new Error(`The notification has no text: ${row.message}`)
  return message(language, key, valuesOf(language, row, currency), zone)
}

/** A notification as its reader reads; `announced` are the texts of announcements, which are content. */
export function presentNotification(
  row: NotificationRow,
  reader: Reader,
  announced: ReadonlyMap<string, Spoken<{ title: string; content: string }>>,
): OutputOf<typeof notifications>['items'][number] {
  const announcement = row.message === ANNOUNCEMENT ? announced.get(row.subject_id ?? '') : undefined
  return {
    notification_id: row.notification_id,
    category: row.category,
    title: announcement?.text.title ?? textOf(reader, row, 'title'),
    content: announcement?.text.content ?? textOf(reader, row, 'content'),
    ...(announcement && announcement.language !== reader.language && { language: announcement.language }),
    created_at: row.created_at.toISOString(),
    read: row.read_at !== null,
    subject_kind: row.subject_kind,
    subject_id: row.subject_id,
  }
}

/** A chat message as the customer sees it. */
export function presentMessage(row: ChatMessage): OutputOf<typeof chatSend> {
  return {
    message_id: row.message_id,
    author: row.author,
    author_name: row.staff_name,
    kind: row.kind,
    text: row.text,
    images: row.images,
    sent_at: row.sent_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    position: row.position,
    revision: row.revision,
  }
}

/** Feedback as who gave it sees it. */
export function presentFeedback(thread: FeedbackThread): OutputOf<typeof feedback> {
  return {
    feedback_id: thread.feedback_id,
    subject: thread.subject,
    content: thread.content,
    images: thread.images,
    created_at: thread.created_at.toISOString(),
    answers: thread.answers.map(({ answer_id, text, staff_name, answered_at }) => ({
      answer_id,
      text,
      author_name: staff_name,
      answered_at: answered_at.toISOString(),
    })),
  }
}

/** A message of a visitor's thread as the visitor sees it: who of service answered is not told to strangers. */
export function presentGuestMessage(row: GuestMessageRow): OutputOf<typeof guestSend> {
  return {
    message_id: row.message_id,
    author: row.author,
    text: row.text,
    sent_at: row.sent_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  }
}
