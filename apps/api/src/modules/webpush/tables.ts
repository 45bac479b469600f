import type { Language, WebPushKind } from '@adtally/contract/enums.ts'
import type { Fixed, Made } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'webpush.devices': DeviceTable
    'webpush.messages': MessageTable
  }
}

export interface DeviceTable {
  session_id: Made<string>
  customer_id: Made<string>
  subscription_sealed: Made<Buffer>
  endpoint_hash: Made<Buffer>
  push_service: Made<string>
  language: Made<Language>
  turned_on_at: Made<Date>
  sent_at: Date | null
  failures: number
  next_try_at: Date | null
}

export interface MessageTable {
  message_id: Fixed<string>
  session_id: Fixed<string>
  customer_id: Fixed<string>
  kind: Fixed<WebPushKind>
  language: Fixed<Language>
  title: Fixed<string>
  content: Fixed<string>
  written_at: Fixed<Date>
  expires_at: Fixed<Date>
}
