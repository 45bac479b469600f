import { rotatePostbackSecret } from '@adtally/contract/operator/market/parties.ts'
import { rotateOwnPostbackSecret } from '@adtally/contract/partner/conversions.ts'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { staffVerb } from '../../module.ts'
import { partnerVerb, scopeOf } from '../../partner-verb.ts'
import type { Services } from '../../services.ts'
import { issuePostbackSecret } from './create-advertiser.ts'
import { advertiserById, currentPostbackSecret, currentPostbackSecrets } from './parties.repository.ts'
import { openSecret } from './sealed-secret.ts'

/** `rotate-postback-secret`: by one person and at once, because a leaked secret can't wait. */
export const rotatePostbackSecretVerb = staffVerb(
  rotatePostbackSecret,
  (services, staff, { advertiser_id, reason }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      if (!(await advertiserById(tx, advertiser_id))) {
        throw new Refusal('record_not_found', { field: 'advertiser_id' })
      }
      const postback_secret = await issuePostbackSecret(services, tx, advertiser_id)
      await audit.byStaff(tx, staff, {
        action: 'advertiser.postback_secret_rotated',
        subject: { kind: 'advertiser', id: advertiser_id },
        reason,
      })
      return { advertiser_id, postback_secret }
    }),
)

/** `rotate-postback-secret` of an advertiser's own people: the next reports are signed by the new one. */
export const rotateOwnPostbackSecretVerb = partnerVerb(rotateOwnPostbackSecret, (services, partner) =>
  services.database.transaction(scopeOf(partner), async (tx) => {
    const postback_secret = await issuePostbackSecret(services, tx, partner.party_id)
    await audit.appendPartnerAct(tx, partner, {
      action: 'advertiser.postback_secret_rotated',
      subject: { kind: 'advertiser', id: partner.party_id },
    })
    return { postback_secret }
  }),
)

/**
 * Every advertiser's postback secret in force, which signs conversions, by advertiser id. Rotations are announced on
 * `marketplace_changed`. System scope.
 */
export async function postbackSecrets(
  services: Pick<Services, 'settings'>,
  tx: Transaction,
): Promise<Map<string, string>> {
  const rows = await currentPostbackSecrets(tx)
  return new Map(
    rows.map(({ secret_id, advertiser_id, sealed }) => [
      advertiser_id,
      openSecret(services.settings.secret, secret_id, sealed),
    ]),
  )
}

/** One advertiser's postback secret in force; null where it has none. System scope, as the role `delivery`. */
export async function postbackSecretOf(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  advertiser_id: string,
): Promise<string | null> {
  const kept = await currentPostbackSecret(tx, advertiser_id)
  return kept && openSecret(settings.secret, kept.secret_id, kept.sealed)
}
