import {
  removeNoticeUrl,
  rotateNoticeSecret,
  setNoticeUrl,
} from '@adtally/contract/operator/market/parties-notices.ts'
import {
  removeOwnNoticeUrl,
  rotateOwnNoticeSecret,
  setOwnNoticeUrl,
} from '@adtally/contract/partner/conversions.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { judgedAddress, targetOf } from '../judged-request.ts'
import { advertiserById } from '../marketplace/index.ts'
import { staffVerb } from '../module.ts'
import { partnerVerb } from '../partner-verb.ts'
import type { Services } from '../services.ts'
import { type Hand, ofPartner, ofStaff } from './hand.ts'
import { giveUpNotices } from './messages.repository.ts'
import { newNoticeSecret, sealNoticeSecret } from './notice-signature.ts'
import { hasNoticeSecret, keepNoticeUrl, noticeUrlOf, replaceNoticeSecret } from './receivers.repository.ts'

const LOOK_UP_TIME_MAX_MS = 5_000

/** Puts a new secret in force; returns it, the only time that it can be read. */
async function issueNoticeSecret(
  { settings }: Services,
  tx: Transaction,
  advertiser_id: string,
): Promise<string> {
  const secret_id = newId()
  const secret = newNoticeSecret()
  const sealed = sealNoticeSecret(settings.secret, secret_id, secret)
  await replaceNoticeSecret(tx, { secret_id, advertiser_id, sealed })
  return secret
}

/** `set-notice-url`: by one person, since it moves no money; where notices went before is kept by the audit log. */
export const setNoticeUrlVerb = staffVerb(
  setNoticeUrl,
  async (services, staff, { advertiser_id, url, reason }) => {
    const set = await setUrl(services, ofStaff(staff, reason), advertiser_id, url)
    return { advertiser_id, ...set }
  },
)

/** `set-notice-url` of an advertiser's own people. */
export const setOwnNoticeUrlVerb = partnerVerb(setOwnNoticeUrl, (services, partner, { url }) =>
  setUrl(services, ofPartner(partner), partner.party_id, url),
)

async function setUrl(services: Services, hand: Hand, advertiser_id: string, url: string) {
  const { bounds } = services.notices
  // Asked again with each notice: a name may lead elsewhere by then.
  await judgedAddress(targetOf(url, bounds), bounds, AbortSignal.timeout(LOOK_UP_TIME_MAX_MS))
  return await services.database.transaction(hand.scope, async (tx) => {
    if (!(await advertiserById(tx, advertiser_id))) {
      throw new Refusal('record_not_found', { field: 'advertiser_id' })
    }
    const before = await noticeUrlOf(tx, advertiser_id)
    await keepNoticeUrl(tx, advertiser_id, url)
    const is_new = !(await hasNoticeSecret(tx, advertiser_id))
    const notice_secret = is_new ? await issueNoticeSecret(services, tx, advertiser_id) : null
    await hand.append(tx, {
      action: 'advertiser.notice_url_set',
      subject: { kind: 'advertiser', id: advertiser_id },
      details: { before: hostOf(before), after: hostOf(url) },
    })
    return { url, ...(notice_secret !== null && { notice_secret }) }
  })
}

/** `remove-notice-url`: nothing more is told, and what is on its way is given up. */
export const removeNoticeUrlVerb = staffVerb(
  removeNoticeUrl,
  async (services, staff, { advertiser_id, reason }) => {
    await removeUrl(services, ofStaff(staff, reason), advertiser_id)
    return { advertiser_id }
  },
)

/** `remove-notice-url` of an advertiser's own people. */
export const removeOwnNoticeUrlVerb = partnerVerb(removeOwnNoticeUrl, async (services, partner) => {
  await removeUrl(services, ofPartner(partner), partner.party_id)
  return { removed: true }
})

async function removeUrl({ database }: Services, hand: Hand, advertiser_id: string): Promise<void> {
  await database.transaction(hand.scope, async (tx) => {
    const before = await urlOrRefuse(tx, advertiser_id)
    await keepNoticeUrl(tx, advertiser_id, null)
    await giveUpNotices(tx, advertiser_id)
    await hand.append(tx, {
      action: 'advertiser.notice_url_removed',
      subject: { kind: 'advertiser', id: advertiser_id },
      details: { before: hostOf(before) },
    })
  })
}

/** `rotate-notice-secret`: at once; for a day notices are signed with the former one as well. */
export const rotateNoticeSecretVerb = staffVerb(
  rotateNoticeSecret,
  async (services, staff, { advertiser_id, reason }) => ({
    advertiser_id,
    notice_secret: await rotateSecret(services, ofStaff(staff, reason), advertiser_id),
  }),
)

/** `rotate-notice-secret` of an advertiser's own people. */
export const rotateOwnNoticeSecretVerb = partnerVerb(rotateOwnNoticeSecret, async (services, partner) => ({
  notice_secret: await rotateSecret(services, ofPartner(partner), partner.party_id),
}))

async function rotateSecret(services: Services, hand: Hand, advertiser_id: string): Promise<string> {
  return await services.database.transaction(hand.scope, async (tx) => {
    await urlOrRefuse(tx, advertiser_id)
    const notice_secret = await issueNoticeSecret(services, tx, advertiser_id)
    await hand.append(tx, {
      action: 'advertiser.notice_secret_rotated',
      subject: { kind: 'advertiser', id: advertiser_id },
    })
    return notice_secret
  })
}

/** The host alone, because the rest of an address may let in whoever knows it. */
function hostOf(url: string | null): string | null {
  return url === null ? null : new URL(url).host
}

/** Where an advertiser's notices go. Throws `record_not_found` where nowhere. */
export async function urlOrRefuse(tx: Transaction, advertiser_id: string): Promise<string> {
  const url = await noticeUrlOf(tx, advertiser_id)
  if (url === null) throw new Refusal('record_not_found', { field: 'advertiser_id' })
  return url
}
