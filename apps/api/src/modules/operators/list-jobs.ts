import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { listJobs } from '@adtally/contract/operator/house/audit.ts'
import { isWhole } from '../../lib/cursor.ts'
import { staffVerb } from '../module.ts'
import { listPage } from '../staff-list.ts'
import { readJobs } from './jobs.repository.ts'

/** Of kinds and subjects, which are ids and names of ours. */
const isName = (part: string) => part !== ''

/** `list-jobs`: by when each is due next. */
export const listJobsVerb = staffVerb(listJobs, async (services, _staff, { failed = false, ...flags }) => {
  return await listPage(services, flags, {
    limit_default: LIMIT_DEFAULT,
    parts: [isWhole, isName, isName],
    read: async (tx, after, rows_max) =>
      (await readJobs(tx, failed, { after, rows_max })).map(({ next_micros, ...row }) => ({
        row,
        place: [next_micros, row.kind, row.subject_id],
      })),
  })
})
