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

/** The message key of notifications that show an announcement's text. */
export const ANNOUNCEMENT = 'announcement'

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** The values that are money, as decimal strings. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...['amount', 'taken', 'spend', 'revenue', 'profit', 'price', 'rebate'],
])

/**
 * Values for a message: dates and money formatted for the language. `name:de` is the German form of `name`, if a
 * value has one in each language.
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

/** The reader's language, the zone for times, and the currency of all money. */
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

/** A notification in its reader's language; `announced` holds the texts of announcements, which are content. */
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

/** A chat message for the customer. */
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

/** Feedback for the customer who gave it. */
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

/** A message for the visitor, without the name of the member of staff. */
export function presentGuestMessage(row: GuestMessageRow): OutputOf<typeof guestSend> {
  return {
    message_id: row.message_id,
    author: row.author,
    text: row.text,
    sent_at: row.sent_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  }
}
