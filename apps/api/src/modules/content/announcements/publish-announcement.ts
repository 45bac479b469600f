import { announcementPublishing, publishAnnouncement } from '@adtally/contract/operator/house/content.ts'
import type { StaffInputOf } from '@adtally/contract/operator/statement/staff-call.ts'
import { newId } from '../../../database/identifiers.ts'
import { schedule } from '../../../database/jobs.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { readGivenJson } from '../../given-file.ts'
import { approvedAct, staffVerb } from '../../module.ts'
import { proposeAct } from '../../operators/index.ts'
import type { Services } from '../../services.ts'
import { insertAnnouncement } from '../repository.ts'
import { type AnnouncementTexts, announcementTexts } from './announcement.ts'
import { announcementFacts, languagesOf } from './announcement-facts.ts'
import { type AnnouncementPayload, announcementPayload } from './announcement-payload.ts'
import { audienceSize } from './audience.ts'
import { TELL_EVERYBODY } from './tell-everybody.job.ts'

/** Twelve languages of the longest texts, at four bytes a character. */
const TEXTS_BYTES_MAX = 256 * 1024

type Flags = StaffInputOf<typeof publishAnnouncement>

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

const announcementPublishAct = approvedAct(announcementPublishing, {
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
export const publishAnnouncementVerb = staffVerb(
  publishAnnouncement,
  async (services, maker, input) => {
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
  announcementPublishAct,
)
