import { readFile } from 'node:fs/promises'
import { NOTIFICATION_CATEGORIES } from '@adtally/contract/enums.ts'
import { because, text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import { schedule } from '../../database/jobs.ts'
import * as audit from '../audit/index.ts'
import { readJson } from '../kept-text.ts'
import { type StaffVerb, staffVerb } from '../module.ts'
import { parseInput } from '../parse-input.ts'
import { Refusal } from '../refusal.ts'
import { listFlags, listPageByKey } from '../staff-list.ts'
import {
  type AnnouncementTexts,
  announcementTexts,
  CONTENT_LENGTH_MAX,
  TITLE_LENGTH_MAX,
} from './announcement.ts'
import { countVotes, currentAnnouncements, insertAnnouncement, withdrawAnnouncement } from './repository.ts'
import { TELL_EVERYBODY } from './tell-everybody.job.ts'

const LISTED_DEFAULT = 100
const CONTENT_ROLES = ['content', 'admin'] as const

/** Texts from the flags in English, or from a JSON file in as many languages as there are. */
async function textsFrom(input: {
  title?: string | undefined
  content?: string | undefined
  texts?: string | undefined
}): Promise<AnnouncementTexts> {
  const { title, content, texts } = input
  if (texts === undefined) return parseInput(announcementTexts, { en: { title, content } })
  const file = await readFile(texts, 'utf8').catch(() => {
    throw new Refusal('record_not_found', { field: 'texts' })
  })
  try {
    return parseInput(announcementTexts, readJson(file))
  } catch (error) {
    throw error instanceof SyntaxError ? new Refusal('field_invalid', { field: 'texts' }) : error
  }
}

/** What the operator says to everybody, and how answers are judged. */
export const contentVerbs: readonly StaffVerb[] = [
  staffVerb({
    name: 'publish-announcement',
    summary:
      'Tell every customer: --category system_announcement|system_maintenance|activity, --title and --content in English or --texts FILE ({"en":{"title","content"},"de":…}); --ends-at TIME',
    roles: CONTENT_ROLES,
    input: z.strictObject({
      category: z.enum(NOTIFICATION_CATEGORIES, { error: because('field_invalid') }),
      title: z.optional(text(TITLE_LENGTH_MAX)),
      content: z.optional(text(CONTENT_LENGTH_MAX)),
      texts: z.optional(text(1_000)),
      ends_at: z.optional(z.iso.datetime({ error: because('field_invalid') })),
    }),
    run: async ({ database, clock }, staff, { category, ends_at, ...given }) => {
      const texts = await textsFrom(given)
      const now = clock.now()
      const ends = ends_at === undefined ? null : new Date(ends_at)
      if (ends && ends <= now) throw new Refusal('field_invalid', { field: 'ends_at' })
      const announcement_id = newId()
      await database.transaction({ kind: 'system' }, async (tx) => {
        const { staff_id } = staff
        await insertAnnouncement(tx, { announcement_id, category, texts, staff_id, ends_at: ends })
        await schedule(tx, { kind: TELL_EVERYBODY, subject_id: announcement_id, due_at: now })
        await audit.append(tx, {
          actor: { kind: 'staff', staff },
          action: 'announcement.published',
          subject: { kind: 'announcement', id: announcement_id },
          details: { category, languages: Object.keys(texts) },
        })
      })
      return { announcement_id, languages: Object.keys(texts) }
    },
  }),
  staffVerb({
    name: 'withdraw-announcement',
    summary: 'Take an announcement back; notifications that were read stay read: --announcement-id ID',
    roles: CONTENT_ROLES,
    input: z.strictObject({ announcement_id: z.uuid() }),
    run: ({ database }, staff, { announcement_id }) =>
      database.transaction({ kind: 'system' }, async (tx) => {
        if (!(await withdrawAnnouncement(tx, announcement_id)))
          throw new Refusal('record_not_found', { field: 'announcement_id' })
        await audit.append(tx, {
          actor: { kind: 'staff', staff },
          action: 'announcement.withdrawn',
          subject: { kind: 'announcement', id: announcement_id },
        })
        return { announcement_id }
      }),
  }),
  staffVerb({
    name: 'list-announcements',
    summary: 'Announcements that have not ended, newest first',
    roles: [...CONTENT_ROLES, 'support', 'auditor'],
    input: z.strictObject(listFlags),
    run: (services, _staff, flags) =>
      listPageByKey(services, flags, {
        limit_default: LISTED_DEFAULT,
        read: (tx, before, limit) => currentAnnouncements(tx, { category: undefined, before, limit }),
        keyOf: ({ announcement_id }) => announcement_id,
      }),
  }),
  staffVerb({
    name: 'list-votes',
    summary: 'How answers are judged, by question and language, the least helpful first',
    roles: [...CONTENT_ROLES, 'support', 'auditor'],
    input: z.strictObject({}),
    run: ({ database }) => database.transaction({ kind: 'system' }, countVotes),
  }),
]
