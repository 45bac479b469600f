import type {
  AnnouncementAudience,
  AnnouncementState,
  Language,
  NotificationCategory,
  TextKindName,
  TextState,
} from '@adtally/contract/enums.ts'
import type { Generated } from 'kysely'
import type { AnnouncementTexts } from './announcements/announcement.ts'
import type { TextsByLanguage } from './text-kinds.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'content.question_votes': QuestionVoteTable
    'content.announcements': AnnouncementTable
    'content.announcement_states': AnnouncementStateView
    'content.newest_texts': NewestTextView
    'content.text_states': TextStateView
  }
}

export interface QuestionVoteTable {
  customer_id: string
  question_id: string
  helpful: boolean
  language: Language
  voted_at: Generated<Date>
}

export interface AnnouncementTable {
  announcement_id: string
  category: NotificationCategory
  audience: AnnouncementAudience
  audience_language: Language | null
  texts: AnnouncementTexts
  /** The approved proposal; null where the program announces a payment stop itself. */
  proposal_id: string | null
  payment_stop: bigint | null
  published_at: Generated<Date>
  /** Null: when it is published. */
  begins_at: Date | null
  shown_from: Generated<Date>
  ends_at: Date | null
  withdrawn_at: Date | null
  withdraw_reason: string | null
  told_up_to: string | null
  told_at: Date | null
}

export interface AnnouncementStateView {
  announcement_id: string
  proposal_id: string | null
  category: NotificationCategory
  audience: AnnouncementAudience
  audience_language: Language | null
  texts: AnnouncementTexts
  proposed_by: string
  approved_by: string | null
  published_at: Date | null
  begins_at: Date | null
  ends_at: Date | null
  withdrawn_at: Date | null
  withdraw_reason: string | null
  told_at: Date | null
  state: AnnouncementState
}

export interface NewestTextView {
  kind: TextKindName
  name: string
  version: number
  texts: TextsByLanguage
  published_at: Date
}

export interface TextStateView {
  kind: TextKindName
  name: string
  /** Null while only proposed. */
  version: number | null
  texts: TextsByLanguage
  proposal_id: string
  published_at: Date | null
  reason: string
  proposed_by: string
  approved_by: string | null
  state: TextState
}
