import { id } from '@adtally/contract/fields.ts'
import { reasonText } from '@adtally/contract/operator/fields.ts'
import * as z from 'zod/mini'
import { cancelJob } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listVerbByKey } from '../../staff-list.ts'
import { inLanguage } from '../in-language.ts'
import {
  type AnnouncementStateRow,
  announcementStates,
  countVotes,
  withdrawAnnouncement,
} from '../repository.ts'
import { CONTENT_ROLES } from '../rules.ts'
import { languagesOf } from './announcement-facts.ts'
import { publishAnnouncementVerb } from './publish-announcement.ts'
import { TELL_EVERYBODY } from './tell-everybody.job.ts'

const LISTED_DEFAULT = 100

/** Verbs for announcements and for judgements of answers. Withdrawing tells nobody anything, so one person may. */
export const contentVerbs: readonly StaffVerb[] = [
  publishAnnouncementVerb,
  staffVerb({
    name: 'withdraw-announcement',
    summary:
      'Take an announcement back at once, for good: nobody else is told, it is listed no more, and who was told reads that it was withdrawn: --announcement-id ID --reason',
    roles: CONTENT_ROLES,
    input: z.strictObject({ announcement_id: id, reason: reasonText }),
    run: ({ database }, staff, { announcement_id, reason }) =>
      database.transaction({ kind: 'system' }, async (tx) => {
        if (!(await withdrawAnnouncement(tx, announcement_id, reason)))
          throw new Refusal('record_not_found', { field: 'announcement_id' })
        await cancelJob(tx, TELL_EVERYBODY, announcement_id)
        await audit.byStaff(tx, staff, {
          action: 'announcement.withdrawn',
          subject: { kind: 'announcement', id: announcement_id },
          reason,
        })
        return { announcement_id }
      }),
  }),
  listVerbByKey({
    name: 'list-announcements',
    summary:
      'Announcements, proposed, waiting for their begin, shown, ended and withdrawn ones, the last proposed first, with who proposed and who approved each',
    roles: [...CONTENT_ROLES, 'support', 'auditor'],
    limit_default: LISTED_DEFAULT,
    read: announcementStates,
    keyOf: ({ announcement_id }) => announcement_id,
    present: presentState,
  }),
  staffVerb({
    name: 'list-votes',
    summary: 'How answers are judged, by question and language, the least helpful first',
    roles: [...CONTENT_ROLES, 'support', 'auditor'],
    input: z.strictObject({}),
    run: ({ database }) => database.transaction({ kind: 'system' }, countVotes),
  }),
]

function presentState({ texts, ...row }: AnnouncementStateRow) {
  const { given, missing } = languagesOf(texts)
  const { title, content } = inLanguage(texts, 'en').text
  return { ...row, title, content, languages: given, languages_missing: missing }
}
