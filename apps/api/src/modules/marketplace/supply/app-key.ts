import { createHash, type KeyObject, randomBytes } from 'node:crypto'
import { issueAppKey } from '@adtally/contract/operator/market/parties.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { staffVerb } from '../../module.ts'
import { keyOfPublicHalf, publicHalfOf } from './address-key.ts'
import { currentAppKeys, hasAppPlacement, replaceAppKey } from './app-keys.repository.ts'

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
      const seed = randomBytes(KEY_BYTES)
      const app_key = seed.toString('base64url')
      const key_hash = createHash('sha256').update(app_key).digest()
      const issued_by = staff.staff_id
      const kept = { key_hash, public_key: publicHalfOf(seed), issued_by }
      await replaceAppKey(tx, { app_key_id: newId(), publisher_id, bundle_id, ...kept })
      await audit.byStaff(tx, staff, {
        action: 'publisher.app_key_issued',
        subject: { kind: 'publisher', id: publisher_id },
        reason,
        details: { bundle_id },
      })
      return { publisher_id, bundle_id, app_key }
    }),
)

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
