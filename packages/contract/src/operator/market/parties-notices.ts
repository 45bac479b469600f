import * as z from 'zod/mini'
import { count, id, pageOf, text, time } from '../../fields.ts'
import { listFlags, reasonText } from '../statement/fields.ts'
import { staffCall } from '../statement/staff-call.ts'

/** What an advertiser is told of; `conversion.*` is about a conversion, `plan.*` about a plan of its product. */
export const NOTICE_KINDS = [
  'conversion.credited',
  'conversion.owed',
  'conversion.counted',
  'conversion.refused',
  'conversion.reversed',
  'plan.finished',
  'plan.settled',
  'test',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const listDeadNotices = staffCall({
  name: 'list-dead-notices',
  kind: 'read',
  area: 'parties',
  roles: ['content', 'risk', 'auditor'],
  summary: 'Notices to advertisers that were given up, oldest first',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      message_id: id,
      advertiser_id: id,
      kind: z.enum(NOTICE_KINDS),
      subject_id: id,
      written_at: time,
      ended_at: z.nullable(time),
      tries: count,
      /** What the last try came to, in a word or two; null where there was none. */
      last_answer: z.nullable(z.string()),
    }),
  ),
  refusals: [],
})

/** With the same id, so that a receiver that had it after all drops it. */
/** What sending a notice again answers and refuses, whoever asks for it. */
export const noticeRedelivered = {
  response: z.object({ message_id: id }),
  refusals: ['record_not_found', 'state_conflict'],
} as const

export const redeliverNotice = staffCall({
  name: 'redeliver-notice',
  kind: 'act',
  area: 'parties',
  roles: ['content', 'risk'],
  summary: 'Send a notice again that was given up, or delivered',
  request: z.strictObject({ message_id: id, reason: reasonText }),
  ...noticeRedelivered,
})

export const testNotice = staffCall({
  name: 'test-notice',
  kind: 'act',
  area: 'parties',
  roles: ['content', 'risk'],
  once: true,
  summary: 'Send an advertiser a test notice',
  request: z.strictObject({ advertiser_id: id, reason: reasonText }),
  response: z.object({ advertiser_id: id }),
  refusals: ['record_not_found'],
})

/** By one person, since it moves no money; where notices went before is kept by the audit log. */
/** Where notices are sent. */
export const noticeUrl = text(2_000)

export const setNoticeUrl = staffCall({
  name: 'set-notice-url',
  kind: 'act',
  area: 'parties',
  roles: ['risk'],
  once: true,
  summary: 'Send an advertiser’s notices to an https address; shows its secret where it had none, once',
  request: z.strictObject({ advertiser_id: id, url: noticeUrl, reason: reasonText }),
  response: z.object({ advertiser_id: id, url: z.string(), notice_secret: z.optional(z.string()) }),
  refusals: ['record_not_found', 'url_not_allowed', 'url_address_not_public', 'url_unreachable'],
})

/** What is on its way is given up. */
export const removeNoticeUrl = staffCall({
  name: 'remove-notice-url',
  kind: 'act',
  area: 'parties',
  roles: ['risk'],
  summary: 'Send an advertiser no more notices',
  request: z.strictObject({ advertiser_id: id, reason: reasonText }),
  response: z.object({ advertiser_id: id }),
  refusals: ['record_not_found'],
})

/** For a day notices are signed with the former one as well. */
export const rotateNoticeSecret = staffCall({
  name: 'rotate-notice-secret',
  kind: 'act',
  area: 'parties',
  roles: ['risk'],
  once: true,
  summary: 'Replace the secret that signs an advertiser’s notices; shows the new one, once',
  request: z.strictObject({ advertiser_id: id, reason: reasonText }),
  response: z.object({ advertiser_id: id, notice_secret: z.string() }),
  refusals: ['record_not_found'],
})
