import * as z from 'zod/mini'
import {
  ANNOUNCEMENT_AUDIENCES,
  ANNOUNCEMENT_STATES,
  LANGUAGES,
  NOTIFICATION_CATEGORIES,
  TEXT_KINDS,
  TEXT_STATES,
} from '../../enums.ts'
import { because, count, id, pageOf, text, time } from '../../fields.ts'
import { flag, listFlags, moment, reasonText, wholeText } from '../statement/fields.ts'
import { fileInput } from '../statement/files.ts'
import { type Approval, proposedWith, staffCall } from '../statement/staff-call.ts'

/** Roles that publish to customers, two people together, and withdraw, one alone. */
const PUBLISHERS = ['content', 'admin'] as const
const READERS = [...PUBLISHERS, 'support', 'auditor'] as const

export const ANNOUNCEMENT_TITLE_LENGTH_MAX = 120
export const ANNOUNCEMENT_CONTENT_LENGTH_MAX = 2_000

const VERSION_MAX = 999_999

const languages = z.array(z.enum(LANGUAGES))

export const announcementPublishing: Approval = {
  action: 'announcement.publish',
  roles: PUBLISHERS,
  refusals: [],
}

/** Nobody is told before a second person has approved it. */
export const publishAnnouncement = staffCall({
  name: 'publish-announcement',
  kind: 'propose',
  area: 'content',
  roles: PUBLISHERS,
  approval: announcementPublishing,
  summary: 'Propose telling customers something',
  note: 'title and content in English, or texts_file in several languages, such as {"en":{"title":…,"content":…},"de":…}; the audience language needs language, such as de',
  request: z.strictObject({
    category: z.enum(NOTIFICATION_CATEGORIES, { error: because('field_invalid') }),
    /** Left out: everybody. */
    audience: z.optional(z.enum(ANNOUNCEMENT_AUDIENCES, { error: because('field_invalid') })),
    language: z.optional(z.enum(LANGUAGES, { error: because('field_invalid') })),
    title: z.optional(text(ANNOUNCEMENT_TITLE_LENGTH_MAX)),
    content: z.optional(text(ANNOUNCEMENT_CONTENT_LENGTH_MAX)),
    texts_file: z.optional(fileInput),
    /** Left out: when it is approved. */
    begins_at: z.optional(moment),
    /** Left out: it stays until it is withdrawn. */
    ends_at: z.optional(moment),
    reason: reasonText,
  }),
  response: proposedWith({ announcement_id: id, languages, languages_missing: languages }),
  refusals: ['file_unreadable', 'file_too_large'],
})

/** Withdrawing tells nobody anything, so one person may. */
export const withdrawAnnouncement = staffCall({
  name: 'withdraw-announcement',
  kind: 'act',
  area: 'content',
  roles: PUBLISHERS,
  summary:
    'Take an announcement back at once, for good: nobody else is told, it is listed no more, and who was told reads that it was withdrawn',
  request: z.strictObject({ announcement_id: id, reason: reasonText }),
  response: z.object({ announcement_id: id }),
  refusals: ['record_not_found'],
})

const announcement = z.object({
  announcement_id: id,
  /** Null: the program's own, of a payment stop. */
  proposal_id: z.nullable(id),
  state: z.enum(ANNOUNCEMENT_STATES),
  category: z.enum(NOTIFICATION_CATEGORIES),
  audience: z.enum(ANNOUNCEMENT_AUDIENCES),
  audience_language: z.nullable(z.enum(LANGUAGES)),
  /** In English. */
  title: z.string(),
  content: z.string(),
  languages,
  languages_missing: languages,
  proposed_by: z.string(),
  approved_by: z.nullable(z.string()),
  published_at: z.nullable(time),
  begins_at: z.nullable(time),
  ends_at: z.nullable(time),
  withdrawn_at: z.nullable(time),
  withdraw_reason: z.nullable(z.string()),
  told_at: z.nullable(time),
})

export const listAnnouncements = staffCall({
  name: 'list-announcements',
  kind: 'read',
  area: 'content',
  roles: READERS,
  summary:
    'Announcements, proposed, waiting for their begin, shown, ended and withdrawn ones, the last proposed first, with who proposed and who approved each',
  request: z.strictObject(listFlags),
  response: pageOf(announcement),
  refusals: [],
})

export const listVotes = staffCall({
  name: 'list-votes',
  kind: 'read',
  area: 'content',
  roles: READERS,
  summary: 'How answers are judged, by question and language, the least helpful first',
  request: z.strictObject({}),
  response: z.array(
    z.object({ question_id: z.string(), language: z.enum(LANGUAGES), helpful: count, not_helpful: count }),
  ),
  refusals: [],
})

/** A text's kind and name, as staff enter them. */
export const textName = {
  kind: z.enum(TEXT_KINDS, { error: because('field_invalid') }),
  /** As `list-texts` has it. */
  name: text(64),
}

export const textPublishing: Approval = {
  action: 'text.publish',
  roles: PUBLISHERS,
  refusals: ['record_not_found', 'text_not_showable'],
}

/** What is shown stays until a second person has approved it. */
export const publishText = staffCall({
  name: 'publish-text',
  kind: 'propose',
  area: 'content',
  roles: PUBLISHERS,
  approval: textPublishing,
  summary: 'Propose a new version of a text',
  note: 'texts_file has the text by language as show-text prints it, such as {"en":…,"de":…}; a language that it lacks stays as it is with keep_languages, else its readers get another one',
  request: z.strictObject({
    ...textName,
    texts_file: fileInput,
    keep_languages: z.optional(flag),
    reason: reasonText,
  }),
  response: proposedWith({
    kind: z.enum(TEXT_KINDS),
    name: z.string(),
    languages,
    languages_missing: languages,
  }),
  refusals: ['file_unreadable', 'file_too_large'],
})

const versionNow = {
  kind: z.enum(TEXT_KINDS),
  name: z.string(),
  /** 1 is the program's own, which has no date. */
  version: count,
  since: z.nullable(time),
  languages_missing: languages,
}

export const listTexts = staffCall({
  name: 'list-texts',
  kind: 'read',
  area: 'content',
  roles: READERS,
  summary:
    'Every text of which versions are published, in the order that they are shown: its version, since when (none: the program’s own), and the languages that it lacks',
  request: z.strictObject({}),
  response: z.object({ items: z.array(z.object({ ...versionNow, title: z.string() })) }),
  refusals: [],
})

export const showText = staffCall({
  name: 'show-text',
  kind: 'read',
  area: 'content',
  roles: READERS,
  summary: 'One text whole, as publish-text takes it, with its versions and who proposed and approved each',
  request: z.strictObject({
    ...textName,
    /** Left out: what is shown. */
    version: z.optional(wholeText(1, VERSION_MAX)),
  }),
  response: z.object({
    ...versionNow,
    languages,
    /** By language, in the shape that its kind has. */
    texts: z.partialRecord(z.enum(LANGUAGES), z.unknown()),
    /** Newest first. */
    versions: z.array(
      z.object({
        kind: z.enum(TEXT_KINDS),
        name: z.string(),
        /** Null while it is only proposed. */
        version: z.nullable(count),
        state: z.enum(TEXT_STATES),
        proposal_id: id,
        published_at: z.nullable(time),
        reason: z.string(),
        proposed_by: z.string(),
        approved_by: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: ['record_not_found'],
})
