import type { NotificationCategory } from '@adtally/contract/enums.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'service.notifications': NotificationTable
    'service.chat_messages': ChatMessageTable
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
  /** `program`: the program itself, such as deposit details (PRODUCT §2.12). */
  author: 'customer' | 'service' | 'program'
  staff_id: string | null
  staff_name: string | null
  kind: 'text' | 'deposit_details'
  text: string
  request_id: string | null
  sent_at: Date
  read_at: Date | null
}
