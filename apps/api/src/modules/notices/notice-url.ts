import {
  removeNoticeUrl,
  rotateNoticeSecret,
  setNoticeUrl,
} from '@adtally/contract/operator/market/parties-notices.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { judgedAddress, targetOf } from '../judged-request.ts'
import { advertiserById } from '../marketplace/index.ts'
import { staffVerb } from '../module.ts'
import type { Services } from '../services.ts'
import { giveUpNotices } from './messages.repository.ts'
import { newNoticeSecret, sealNoticeSecret } from './notice-signature.ts'
import { hasNoticeSecret, keepNoticeUrl, noticeUrlOf, replaceNoticeSecret } from './receivers.repository.ts'

const LOOK_UP_TIME_MAX_MS = 5_000
const SYSTEM = { kind: 'system' } as const

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
    const { bounds } = services.notices
    // Asked again with each notice: a name may lead elsewhere by then.
    await judgedAddress(targetOf(url, bounds), bounds, AbortSignal.timeout(LOOK_UP_TIME_MAX_MS))
    return await services.database.transaction(SYSTEM, async (tx) => {
      if (!(await advertiserById(tx, advertiser_id))) {
        throw new Refusal('record_not_found', { field: 'advertiser_id' })
      }
      const before = await noticeUrlOf(tx, advertiser_id)
      await keepNoticeUrl(tx, advertiser_id, url)
      const is_new = !(await hasNoticeSecret(tx, advertiser_id))
      const notice_secret = is_new ? await issueNoticeSecret(services, tx, advertiser_id) : null
      await audit.byStaff(tx, staff, {
        action: 'advertiser.notice_url_set',
        subject: { kind: 'advertiser', id: advertiser_id },
        reason,
        details: { before: hostOf(before), after: hostOf(url) },
      })
      return { advertiser_id, url, ...(notice_secret !== null && { notice_secret }) }
    })
  },
)

/** `remove-notice-url`: nothing more is told, and what is on its way is given up. */
export const removeNoticeUrlVerb = staffVerb(removeNoticeUrl, (services, staff, { advertiser_id, reason }) =>
  services.database.transaction(SYSTEM, async (tx) => {
    const before = await urlOrRefuse(tx, advertiser_id)
    await keepNoticeUrl(tx, advertiser_id, null)
    await giveUpNotices(tx, advertiser_id)
    await audit.byStaff(tx, staff, {
      action: 'advertiser.notice_url_removed',
      subject: { kind: 'advertiser', id: advertiser_id },
      reason,
      details: { before: hostOf(before) },
    })
    return { advertiser_id }
  }),
)

/** `rotate-notice-secret`: at once; for a day notices are signed with the former one as well. */
export const rotateNoticeSecretVerb = staffVerb(
  rotateNoticeSecret,
  (services, staff, { advertiser_id, reason }) =>
    services.database.transaction(SYSTEM, async (tx) => {
      await urlOrRefuse(tx, advertiser_id)
      const notice_secret = await issueNoticeSecret(services, tx, advertiser_id)
      await audit.byStaff(tx, staff, {
        action: 'advertiser.notice_secret_rotated',
        subject: { kind: 'advertiser', id: advertiser_id },
        reason,
      })
      return { advertiser_id, notice_secret }
    }),
)

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
