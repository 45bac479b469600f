import {
  listDeadNotices,
  redeliverNotice,
  testNotice,
} from '@adtally/contract/operator/market/parties-notices.ts'
import {
  listOwnDeadNotices,
  redeliverOwnNotice,
  showNotices,
  testOwnNotice,
} from '@adtally/contract/partner/conversions.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { staffVerb } from '../module.ts'
import { partnerVerb, scopeOf } from '../partner-verb.ts'
import type { Services } from '../services.ts'
import { listPageByKey, listVerbByKey } from '../staff-list.ts'
import { type Hand, ofPartner, ofStaff } from './hand.ts'
import { deadNotices, deadNoticesOf, findNotice, noticeCountsOf, sendAgain } from './messages.repository.ts'
import { urlOrRefuse } from './notice-url.ts'
import { noticeUrlOf } from './receivers.repository.ts'
import { writeNotices } from './write-notices.ts'

const PAGE_ROWS = 50

/** `list-dead-notices`: what advertisers were to be told and did not take within 72 hours, oldest first. */
export const listDeadNoticesVerb = listVerbByKey(listDeadNotices, {
  limit_default: PAGE_ROWS,
  read: deadNotices,
  keyOf: ({ message_id }) => message_id,
})

/** `list-dead-notices` of an advertiser's own people. */
export const listOwnDeadNoticesVerb = partnerVerb(listOwnDeadNotices, async (services, partner, flags) => {
  const { items, next_cursor } = await listPageByKey(services, flags, {
    scope: scopeOf(partner),
    limit_default: PAGE_ROWS,
    read: (tx, after, rows_max) => deadNoticesOf(tx, partner.party_id, after, rows_max),
    keyOf: ({ message_id }) => message_id,
  })
  return { items: items.map(({ advertiser_id: _own, ...row }) => row), next_cursor }
})

/** `show-notices`: where an advertiser's notices go, and what has not arrived. */
export const showNoticesVerb = partnerVerb(showNotices, ({ database }, partner) =>
  database.transaction(scopeOf(partner), async (tx) => ({
    url: await noticeUrlOf(tx, partner.party_id),
    ...(await noticeCountsOf(tx, partner.party_id)),
  })),
)

/** `redeliver-notice`: with the same id, so that a receiver that had it after all drops it. */
export const redeliverNoticeVerb = staffVerb(redeliverNotice, (services, staff, { message_id, reason }) =>
  redeliver(services, ofStaff(staff, reason), message_id),
)

/** `redeliver-notice` of an advertiser's own people. */
export const redeliverOwnNoticeVerb = partnerVerb(redeliverOwnNotice, (services, partner, { message_id }) =>
  redeliver(services, ofPartner(partner), message_id),
)

async function redeliver({ database }: Services, hand: Hand, message_id: string) {
  return await database.transaction(hand.scope, async (tx) => {
    const notice = await findNotice(tx, message_id)
    if (!notice) throw new Refusal('record_not_found', { field: 'message_id' })
    await urlOrRefuse(tx, notice.advertiser_id)
    if (!(await sendAgain(tx, message_id))) throw new Refusal('state_conflict', { field: 'message_id' })
    await hand.append(tx, { action: 'notice.redelivered', subject: { kind: 'notice', id: message_id } })
    return { message_id }
  })
}

/** `test-notice`: a message of the kind `test`, sent as every other. */
export const testNoticeVerb = staffVerb(testNotice, async (services, staff, { advertiser_id, reason }) => {
  await sendTest(services, ofStaff(staff, reason), advertiser_id)
  return { advertiser_id }
})

/** `test-notice` of an advertiser's own people. */
export const testOwnNoticeVerb = partnerVerb(testOwnNotice, async (services, partner) => ({
  message_id: await sendTest(services, ofPartner(partner), partner.party_id),
}))

/** Writes a test to an advertiser; returns the message's id. Throws `record_not_found` where it wants no notices. */
async function sendTest(services: Services, hand: Hand, advertiser_id: string): Promise<string> {
  return await services.database.transaction(hand.scope, async (tx) => {
    await urlOrRefuse(tx, advertiser_id)
    const fact = { advertiser_id, kind: 'test', subject_id: newId(), at: services.clock.now() } as const
    const [message_id] = await writeNotices(services, tx, [{ ...fact, data: { advertiser_id } }])
    if (message_id === undefined) throw new Refusal('record_not_found', { field: 'advertiser_id' })
    await hand.append(tx, {
      action: 'advertiser.notice_tested',
      subject: { kind: 'advertiser', id: advertiser_id },
    })
    return message_id
  })
}
