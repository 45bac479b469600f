import {
  listDeadNotices,
  redeliverNotice,
  testNotice,
} from '@adtally/contract/operator/market/parties-notices.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { staffVerb } from '../module.ts'
import { listVerbByKey } from '../staff-list.ts'
import { deadNotices, findNotice, sendAgain } from './messages.repository.ts'
import { urlOrRefuse } from './notice-url.ts'
import { writeNotices } from './write-notices.ts'

const SYSTEM = { kind: 'system' } as const
const PAGE_ROWS = 50

/** `list-dead-notices`: what advertisers were to be told and did not take within 72 hours, oldest first. */
export const listDeadNoticesVerb = listVerbByKey(listDeadNotices, {
  limit_default: PAGE_ROWS,
  read: deadNotices,
  keyOf: ({ message_id }) => message_id,
})

/** `redeliver-notice`: with the same id, so that a receiver that had it after all drops it. */
export const redeliverNoticeVerb = staffVerb(redeliverNotice, ({ database }, staff, { message_id, reason }) =>
  database.transaction(SYSTEM, async (tx) => {
    const notice = await findNotice(tx, message_id)
    if (!notice) throw new Refusal('record_not_found', { field: 'message_id' })
    await urlOrRefuse(tx, notice.advertiser_id)
    if (!(await sendAgain(tx, message_id))) throw new Refusal('state_conflict', { field: 'message_id' })
    await audit.byStaff(tx, staff, {
      action: 'notice.redelivered',
      subject: { kind: 'notice', id: message_id },
      reason,
    })
    return { message_id }
  }),
)

/** `test-notice`: a message of the kind `test`, sent as every other. */
export const testNoticeVerb = staffVerb(testNotice, (services, staff, { advertiser_id, reason }) =>
  services.database.transaction(SYSTEM, async (tx) => {
    await urlOrRefuse(tx, advertiser_id)
    const fact = { advertiser_id, kind: 'test', subject_id: newId(), at: services.clock.now() } as const
    await writeNotices(services, tx, [{ ...fact, data: { advertiser_id } }])
    await audit.byStaff(tx, staff, {
      action: 'advertiser.notice_tested',
      subject: { kind: 'advertiser', id: advertiser_id },
      reason,
    })
    return { advertiser_id }
  }),
)
