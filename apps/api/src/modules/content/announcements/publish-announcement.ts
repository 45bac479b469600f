import { ANNOUNCEMENT_AUDIENCES, LANGUAGES, NOTIFICATION_CATEGORIES } from '@adtally/contract/enums.ts'
import { because, text } from '@adtally/contract/fields.ts'
import { moment, reasonText } from '@adtally/contract/operator/fields.ts'
import { fileInput } from '@adtally/contract/operator/files.ts'
import * as z from 'zod/mini'
import { newId } from '../../../database/identifiers.ts'
import { schedule } from '../../../database/jobs.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { readGivenJson } from '../../given-file.ts'
import { approvedAct, staffVerb } from '../../module.ts'
import { proposeAct } from '../../operators/index.ts'
import type { Services } from '../../services.ts'
import { insertAnnouncement } from '../repository.ts'
import { CONTENT_ROLES } from '../rules.ts'
import {
  type AnnouncementTexts,
  announcementTexts,
  CONTENT_LENGTH_MAX,
  TITLE_LENGTH_MAX,
} from './announcement.ts'
import { announcementFacts, languagesOf } from './announcement-facts.ts'
import { type AnnouncementPayload, announcementPayload } from './announcement-payload.ts'
import { audienceSize } from './audience.ts'
import { TELL_EVERYBODY } from './tell-everybody.job.ts'

/** Twelve languages of the longest texts, at four bytes a character. */
const TEXTS_BYTES_MAX = 256 * 1024

const flags = z.strictObject({
  category: z.enum(NOTIFICATION_CATEGORIES, { error: because('field_invalid') }),
  audience: z.optional(z.enum(ANNOUNCEMENT_AUDIENCES, { error: because('field_invalid') })),
  language: z.optional(z.enum(LANGUAGES, { error: because('field_invalid') })),
  title: z.optional(text(TITLE_LENGTH_MAX)),
  content: z.optional(text(CONTENT_LENGTH_MAX)),
  texts_file: z.optional(fileInput),
  begins_at: z.optional(moment),
  ends_at: z.optional(moment),
  reason: reasonText,
})
type Flags = z.infer<typeof flags>

/** Texts from the flags in English, or from a JSON file in as many languages as there are. */
async function textsFrom({ title, content, texts_file }: Flags): Promise<AnnouncementTexts> {
  if (texts_file === undefined) return parseInput(announcementTexts, { en: { title, content } })
  const file = { field: 'texts_file', bytes_max: TEXTS_BYTES_MAX }
  return parseInput(announcementTexts, await readGivenJson(texts_file, file))
}

function announcementOf(input: Flags, texts: AnnouncementTexts): AnnouncementPayload {
  const { category, audience = 'everybody', language, begins_at, ends_at } = input
  if (audience === 'language' && language === undefined) {
    throw new Refusal('field_required', { field: 'language' })
  }
  if (audience !== 'language' && language !== undefined) {
    throw new Refusal('field_invalid', { field: 'language' })
  }
  return {
    announcement_id: newId(),
    ...{ category, audience, audience_language: language ?? null, texts },
    begins_at: begins_at === undefined ? null : new Date(begins_at),
    ends_at: ends_at === undefined ? null : new Date(ends_at),
  }
}

/** Throws for times that can't be; checked when proposed and again when approved. */
function refuseTimes({ clock }: Services, { begins_at, ends_at }: AnnouncementPayload): void {
  const now = clock.now()
  if (begins_at && begins_at <= now) throw new Refusal('field_invalid', { field: 'begins_at' })
  if (ends_at && ends_at <= (begins_at ?? now)) throw new Refusal('field_invalid', { field: 'ends_at' })
}

const announcementPublishAct = approvedAct({
  action: 'announcement.publish',
  checker_roles: CONTENT_ROLES,
  payload: announcementPayload,
  facts: async (services, tx, announcement) => {
    refuseTimes(services, announcement)
    return announcementFacts(announcement, await audienceSize(tx, announcement))
  },
  async apply(services, tx, announcement, { proposal_id }) {
    refuseTimes(services, announcement)
    const { announcement_id } = announcement
    const due_at = await insertAnnouncement(tx, { ...announcement, proposal_id, payment_stop: null })
    await schedule(tx, { kind: TELL_EVERYBODY, subject_id: announcement_id, due_at })
    return { announcement_id, begins_at: due_at }
  },
})

/** `publish-announcement`: proposes telling customers something; nobody is told before a second person has approved it. */
export const publishAnnouncementVerb = staffVerb({
  name: 'publish-announcement',
  summary:
    'Propose telling customers something: --category system_announcement|system_maintenance|activity, --title and --content in English or --texts-file FILE ({"en":{"title","content"},"de":…}), --reason; --audience everybody (default), running_plan, or language with --language de; --begins-at TIME (default: when it is approved) --ends-at TIME',
  roles: CONTENT_ROLES,
  proposes: announcementPublishAct,
  input: flags,
  run: async (services, maker, input) => {
    const announcement = announcementOf(input, await textsFrom(input))
    const { given: languages, missing: languages_missing } = languagesOf(announcement.texts)
    const proposed = await proposeAct(services, maker, announcementPublishAct, () => ({
      subject: { kind: 'announcement', id: announcement.announcement_id },
      makes_subject: true,
      payload: announcement,
      reason: input.reason,
      answer: { languages, languages_missing },
    }))
    return { announcement_id: proposed.subject_id, ...proposed }
  },
})
