import { ANNOUNCEMENT_AUDIENCES, LANGUAGES, NOTIFICATION_CATEGORIES } from '@adtally/contract/enums.ts'
import * as z from 'zod/mini'
import { announcementTexts } from './announcement.ts'

const momentOrNull = z.pipe(
  z.nullable(z.iso.datetime()),
  z.transform((text: string | null) => (text === null ? null : new Date(text))),
)

/** An announcement as proposed: it becomes the row, so that what is approved is what is sent. */
export const announcementPayload = z.strictObject({
  announcement_id: z.uuid(),
  category: z.enum(NOTIFICATION_CATEGORIES),
  audience: z.enum(ANNOUNCEMENT_AUDIENCES),
  audience_language: z.nullable(z.enum(LANGUAGES)),
  texts: announcementTexts,
  /** Null: at its approval. */
  begins_at: momentOrNull,
  /** Null: until it is withdrawn. */
  ends_at: momentOrNull,
})
export type AnnouncementPayload = z.infer<typeof announcementPayload>
