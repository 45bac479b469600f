import type { Language, NotificationCategory } from '@adtally/contract/enums.ts'
import type { Generated } from 'kysely'

declare module '../../database/database.ts' {
  interface Schema {
    'service.notifications': NotificationTable
    'service.chat_threads': { customer_id: string; revision: number }
    'service.chat_messages': ChatMessageTable
    'service.feedback': FeedbackTable
    'service.feedback_answers': FeedbackAnswerTable
    'service.guest_threads': GuestThreadTable
    'service.guest_messages': GuestMessageTable
  }
}

export interface NotificationTable {
  notification_id: string
  customer_id: string
  category: NotificationCategory
  message: string
  message_values: Record<string, string>
  subject_kind: string | null
  subject_id: string | null
  created_at: Date
  read_at: Date | null
}

export interface ChatMessageTable {
  message_id: string
  customer_id: string
  /** `program`: the program itself, for example with deposit details (PRODUCT §2.12). */
  author: 'customer' | 'service' | 'program'
  staff_id: string | null
  staff_name: string | null
  kind: 'text' | 'deposit_details'
  text: string
  image_ids: Generated<string[]>
  request_id: string | null
  sent_at: Date
  read_at: Date | null
  /** Its permanent place in the chat. */
  position: number
  /** The chat's revision at its last change. */
  revision: number
}

export interface FeedbackTable {
  feedback_id: string
  customer_id: string
  request_id: string
  subject: string
  content: string
  image_ids: string[]
  created_at: Generated<Date>
}

export interface FeedbackAnswerTable {
  answer_id: string
  feedback_id: string
  customer_id: string
  staff_id: string
  staff_name: string
  text: string
  answered_at: Generated<Date>
}

export interface GuestThreadTable {
  thread_id: string
  number: Generated<number>
  key_hash: Buffer
  language: Language
  created_at: Generated<Date>
  changed_at: Generated<Date>
}

export interface GuestMessageTable {
  message_id: string
  thread_id: string
  author: 'guest' | 'service'
  staff_id: string | null
  text: string
  request_id: string | null
  sent_at: Generated<Date>
  read_at: Date | null
}
