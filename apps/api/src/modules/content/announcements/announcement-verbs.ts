import {
  listAnnouncements,
  listVotes,
  withdrawAnnouncement,
} from '@adtally/contract/operator/house/content.ts'
import { cancelJob } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listVerbByKey } from '../../staff-list.ts'
import { inLanguage } from '../in-language.ts'
import { type AnnouncementStateRow, announcementStates, countVotes, setWithdrawn } from '../repository.ts'
import { languagesOf } from './announcement-facts.ts'
import { publishAnnouncementVerb } from './publish-announcement.ts'
import { TELL_EVERYBODY } from './tell-everybody.job.ts'

const LISTED_DEFAULT = 100

/** Verbs for announcements and for judgements of answers. */
export const contentVerbs: readonly StaffVerb[] = [
  publishAnnouncementVerb,
  staffVerb(withdrawAnnouncement, ({ database }, staff, { announcement_id, reason }) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      if (!(await setWithdrawn(tx, announcement_id, reason)))
        throw new Refusal('record_not_found', { field: 'announcement_id' })
      await cancelJob(tx, TELL_EVERYBODY, announcement_id)
      await audit.byStaff(tx, staff, {
        action: 'announcement.withdrawn',
        subject: { kind: 'announcement', id: announcement_id },
        reason,
      })
      return { announcement_id }
    }),
  ),
  listVerbByKey(listAnnouncements, {
    limit_default: LISTED_DEFAULT,
    read: announcementStates,
    keyOf: ({ announcement_id }) => announcement_id,
    present: presentState,
  }),
  staffVerb(listVotes, ({ database }) => database.transaction({ kind: 'system' }, countVotes)),
]

function presentState({ texts, ...row }: AnnouncementStateRow) {
  const { given, missing } = languagesOf(texts)
  const { title, content } = inLanguage(texts, 'en').text
  return { ...row, title, content, languages: given, languages_missing: missing }
}
