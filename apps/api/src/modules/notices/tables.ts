import type { NoticeKind } from '@adtally/contract/operator/market/parties-notices.ts'
import type { ColumnType } from 'kysely'
import type { Fixed } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'notices.receivers': ReceiverTable
    'notices.secrets': SecretTable
    'notices.messages': MessageTable
  }
}

export interface ReceiverTable {
  advertiser_id: Fixed<string>
  url: string | null
  busy_until: ColumnType<Date | null, never, Date>
  registered_at: Fixed<Date>
}

export interface SecretTable {
  secret_id: Fixed<string>
  advertiser_id: Fixed<string>
  sealed: Fixed<Buffer>
  created_at: Fixed<Date>
  replaced_at: Date | null
}

export interface MessageTable {
  message_id: Fixed<string>
  advertiser_id: Fixed<string>
  kind: Fixed<NoticeKind>
  subject_id: Fixed<string>
  body: Fixed<string>
  written_at: Fixed<Date>
  state: 'waiting' | 'delivered' | 'dead'
  tries: ColumnType<number, number | undefined, number>
  next_try_at: Date | null
  tries_until: Date
  last_answer: ColumnType<string | null, never, string>
  ended_at: ColumnType<Date | null, never, Date | null>
}
