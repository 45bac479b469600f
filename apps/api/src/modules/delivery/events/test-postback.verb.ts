import { testPostback } from '@adtally/contract/partner/conversions.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { asRole } from '../../as-role.ts'
import { postbackSecretOf } from '../../marketplace/index.ts'
import { partnerVerb } from '../../partner-verb.ts'
import { readClicks } from './click.repository.ts'
import { signPostback } from './postback-signature.ts'
import { refusalOfClick, refusalOfSender } from './report-conversion.ts'
import { isReported } from './told-conversions.repository.ts'

/**
 * `test-postback`: what would be answered to a report, by the secret, the click and the rules that real ones are judged by. It
 * reads as `delivery`, the one login that opens secrets, and writes nothing. The signature is told to nobody: who has a
 * session for a moment could sign reports with it.
 */
export const testPostbackVerb = partnerVerb(testPostback, async (services, partner, input) => {
  const { click_id, goal, sent_by = 'POST', timestamp, signature } = input
  if ((timestamp === undefined) !== (signature === undefined))
    throw new Refusal('field_required', { field: timestamp === undefined ? 'timestamp' : 'signature' })
  const now_ms = services.clock.now_ms()
  const of_report = { click_id, goal, timestamp: timestamp === undefined ? now_ms : Number(timestamp) }
  const { party_id: advertiser_id } = partner
  const reason = await asRole(services, 'delivery').database.transaction({ kind: 'system' }, async (tx) => {
    const secret = (await postbackSecretOf(services, tx, advertiser_id)) ?? undefined
    const signed = signature ?? (secret && signPostback(secret, of_report, sent_by)) ?? ''
    const report = { ...of_report, advertiser_id, signature: signed }
    const refusal = refusalOfSender(secret, report, sent_by, now_ms)
    if (refusal !== null) return refusal
    const click = (await readClicks(tx, [click_id])).get(click_id)
    return refusalOfClick(click, report, now_ms) ?? ((await isReported(tx, report)) ? 'duplicate' : null)
  })
  return { accepted: reason === null, reason, now: services.clock.now() }
})
