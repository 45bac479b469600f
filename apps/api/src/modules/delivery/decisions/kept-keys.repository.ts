import type { Database } from '../../../database/database.ts'
import { openText } from '../../../lib/sealed-text.ts'
import type { SecretFor } from '../../../secrets.ts'
import type { KeptTokenKey } from './token.ts'

const READ = {
  name: 'delivery_kept_token_keys',
  text: 'select kept_id, key_id, key_sealed, good_until from delivery.kept_token_keys where good_until > platform.now()',
}

/** An earlier master secret's keys whose tokens have not all expired. */
export async function readKeptTokenKeys(database: Database, secret: SecretFor): Promise<KeptTokenKey[]> {
  const rows = await database.query<{
    kept_id: string
    key_id: number
    key_sealed: Buffer
    good_until: Date
  }>(READ, [])
  return rows.map(({ kept_id, key_id, key_sealed, good_until }) => ({
    key_id,
    key: Buffer.from(openText(secret('delivery-kept-key'), kept_id, key_sealed), 'base64'),
    good_until,
  }))
}
