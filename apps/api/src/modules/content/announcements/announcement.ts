import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import { text } from '@adtally/contract/fields.ts'
import {
  ANNOUNCEMENT_CONTENT_LENGTH_MAX,
  ANNOUNCEMENT_TITLE_LENGTH_MAX,
} from '@adtally/contract/operator/house/content.ts'
import { message } from '@adtally/i18n/server.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { inLanguage, type Spoken } from '../in-language.ts'
import { announcementsByIds } from '../repository.ts'

const oneText = z.strictObject({
  title: text(ANNOUNCEMENT_TITLE_LENGTH_MAX),
  content: text(ANNOUNCEMENT_CONTENT_LENGTH_MAX),
})

/** Texts by language, as a file gives them; English is required as the fallback. */
export const announcementTexts = z
  .partialRecord(z.enum(LANGUAGES), oneText)
  .check(z.refine((texts) => texts.en !== undefined, 'field_required'))
export type AnnouncementTexts = z.infer<typeof announcementTexts>

/**
 * What announcements' notifications say, by announcement, in the reader's language or a fallback. A withdrawn one
 * says only that, so that nobody reads a wrong text again.
 */
export async function announcementsIn(
  tx: Transaction,
  announcement_ids: readonly string[],
  language: Language,
): Promise<Map<string, Spoken<{ title: string; content: string }>>> {
  const rows = await announcementsByIds(tx, announcement_ids)
  return new Map(
    rows.map((row) => [
      row.announcement_id,
      row.withdrawn_at === null ? inLanguage(row.texts, language) : { language, text: withdrawnIn(language) },
    ]),
  )
}

function withdrawnIn(language: Language) {
  const said = 'notifications.announcement_withdrawn'
  return { title: message(language, `${said}.title`), content: message(language, `${said}.content`) }
}
