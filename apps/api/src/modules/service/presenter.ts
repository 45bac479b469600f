import type { OutputOf } from '@adtally/contract/call.ts'
import type { Language } from '@adtally/contract/enums.ts'
import type { chatSend, notifications } from '@adtally/contract/service.ts'
import { isServerKey, message } from '@adtally/i18n/server.ts'
import type { ChatMessageRow } from './chat.repository.ts'
import type { NotificationRow } from './notifications.repository.ts'

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** Values as the messages take them: times as dates, so that each language writes them its own way. */
function valuesOf(row: NotificationRow, currency: string): Record<string, string | Date> {
  const values = Object.entries(row.message_values).map(
    ([name, value]) => [name, ISO_TIME.test(value) ? new Date(value) : value] as const,
  )
  return { currency, ...Object.fromEntries(values) }
}

function textOf(
  language: Language,
  row: NotificationRow,
  part: 'title' | 'content',
  currency: string,
): string {
  const key = `notifications.${row.message}.${part}`
  if (!isServerKey(key)) throw new Error(`no text for the notification ${row.message}`)
  return message(language, key, valuesOf(row, currency))
}

/** A notification in the reader's language. */
export function presentNotification(
  row: NotificationRow,
  language: Language,
  currency: string,
): OutputOf<typeof notifications>['items'][number] {
  return {
    notification_id: row.notification_id,
    category: row.category,
    title: textOf(language, row, 'title', currency),
    content: textOf(language, row, 'content', currency),
    created_at: row.created_at.toISOString(),
    read: row.read_at !== null,
    subject_kind: row.subject_kind,
    subject_id: row.subject_id,
  }
}

/** A chat message as the customer sees it. */
export function presentMessage(row: ChatMessageRow): OutputOf<typeof chatSend> {
  return {
    message_id: row.message_id,
    author: row.author,
    author_name: row.staff_name,
    kind: row.kind,
    text: row.text,
    sent_at: row.sent_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  }
}
