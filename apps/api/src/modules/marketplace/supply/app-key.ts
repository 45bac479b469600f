import { createHash, type KeyObject, randomBytes } from 'node:crypto'
import { issueAppKey } from '@adtally/contract/operator/market/parties.ts'
import { issueOwnAppKey } from '@adtally/contract/partner/supply.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { staffVerb } from '../../module.ts'
import { partnerVerb, scopeOf } from '../../partner-verb.ts'
import { keyOfPublicHalf, publicHalfOf } from './address-key.ts'
import { currentAppKeys, hasAppPlacement, replaceAppKey } from './app-keys.repository.ts'
import { issueKeyOfOwnApp } from './own-supply.repository.ts'

const KEY_BYTES = 32

/** What tells apps apart: of two publishers with one bundle id each has a key of its own. */
interface App {
  publisher_id: string
  bundle_id: string | null
}

/** `issue-app-key`: by one person and at once, because a leaked key can't wait; placements are two people's. */
export const issueAppKeyVerb = staffVerb(
  issueAppKey,
  (services, staff, { publisher_id, bundle_id, reason }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      if (!(await hasAppPlacement(tx, { publisher_id, bundle_id }))) {
        throw new Refusal('record_not_found', { field: 'bundle_id' })
      }
      const { app_key, ...kept } = makeAppKey()
      await replaceAppKey(tx, { publisher_id, bundle_id, issued_by: staff.staff_id, ...kept })
      await audit.byStaff(tx, staff, {
        action: 'publisher.app_key_issued',
        subject: { kind: 'publisher', id: publisher_id },
        reason,
        details: { bundle_id },
      })
      return { publisher_id, bundle_id, app_key }
    }),
)

/** `issue-app-key` of partners: for an app that a placement of their own stands in. */
export const issueOwnAppKeyVerb = partnerVerb(issueOwnAppKey, ({ database }, partner, { bundle_id }) =>
  database.transaction(scopeOf(partner), async (tx) => {
    await audit.appendPartnerAct(tx, partner, {
      action: 'publisher.app_key_issued',
      subject: { kind: 'publisher', id: partner.party_id },
      details: { bundle_id },
    })
    const { app_key, ...kept } = makeAppKey()
    if (!(await issueKeyOfOwnApp(tx, partner.session_token, { bundle_id, ...kept }))) {
      throw new Refusal('record_not_found', { field: 'bundle_id' })
    }
    return { bundle_id, app_key }
  }),
)

/** A key as its app has it, and what is kept of it. */
function makeAppKey() {
  const seed = randomBytes(KEY_BYTES)
  const app_key = seed.toString('base64url')
  const key_hash = createHash('sha256').update(app_key).digest()
  return { app_key, app_key_id: newId(), key_hash, public_key: publicHalfOf(seed) }
}

/** An app's name in `appKeys`. */
export function appName({ publisher_id, bundle_id }: App): string {
  return `${publisher_id} ${bundle_id}`
}

/** What a key in force is known by, and what it signs. */
export interface AppKey {
  /** SHA-256 of the key as it was printed. */
  key_hash: Buffer
  public_key: KeyObject
}

/** Every app's key in force, by `appName`. Replacements are announced on `marketplace_changed`. System scope. */
export async function appKeys(tx: Transaction): Promise<Map<string, AppKey>> {
  const rows = await currentAppKeys(tx)
  return new Map(
    rows.map(({ key_hash, public_key, ...app }) => [
      appName(app),
      { key_hash, public_key: keyOfPublicHalf(public_key) },
    ]),
  )
}
