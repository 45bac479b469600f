import type { Language, NotificationCategory } from '@adtally/contract/enums.ts'
import type { Generated } from 'kysely'
import type { AnnouncementTexts } from './announcement.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'content.question_votes': QuestionVoteTable
    'content.announcements': AnnouncementTable
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
  texts: AnnouncementTexts
  staff_id: string
  published_at: Generated<Date>
  ends_at: Date | null
  withdrawn_at: Date | null
  told_up_to: string | null
  told_at: Date | null
}
