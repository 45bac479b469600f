import { rotatePostbackSecret } from '@adtally/contract/operator/market/parties.ts'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { staffVerb } from '../../module.ts'
import type { Services } from '../../services.ts'
import { issuePostbackSecret } from './create-advertiser.ts'
import { advertiserById, currentPostbackSecrets } from './parties.repository.ts'
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
