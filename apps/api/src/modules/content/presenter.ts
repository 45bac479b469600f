import type { OutputOf } from '@adtally/contract/call.ts'
import type { announcementList } from '@adtally/contract/content.ts'
import type { Language } from '@adtally/contract/enums.ts'
import { inLanguage } from './in-language.ts'
import type { AnnouncementRow } from './repository.ts'

/** An announcement in the reader's language or a fallback. */
export function presentAnnouncement(
  row: AnnouncementRow,
  wanted: Language,
): OutputOf<typeof announcementList>['items'][number] {
  const { language, text } = inLanguage(row.texts, wanted)
  return {
    announcement_id: row.announcement_id,
    category: row.category,
    title: text.title,
    content: text.content,
    language,
    published_at: row.shown_from.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
  }
}
