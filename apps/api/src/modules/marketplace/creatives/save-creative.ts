import { saveCreative } from '@adtally/contract/operator/market/catalogue-creatives.ts'
import { Download } from '@adtally/contract/operator/statement/files.ts'
import { saveOwnCreative } from '@adtally/contract/partner/catalogue.ts'
import type { Database, Scope } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { staffVerb } from '../../module.ts'
import { partnerVerb, scopeOf } from '../../partner-verb.ts'
import { assetOfCreative } from '../products.repository.ts'
import { EXTENSIONS } from './media-type.ts'

/** `save-creative`: a creative's file, named by its SHA-256 in hexadecimal. */
export const saveCreativeVerb = staffVerb(saveCreative, ({ database }, _staff, { creative_id }) =>
  fileOf(database, { kind: 'system' }, creative_id),
)

/** `save-creative` of an advertiser's own people. */
export const saveOwnCreativeVerb = partnerVerb(saveOwnCreative, ({ database }, partner, { creative_id }) =>
  fileOf(database, scopeOf(partner), creative_id),
)

async function fileOf(database: Database, scope: Scope, creative_id: string): Promise<Download> {
  const asset = await database.transaction(scope, (tx) => assetOfCreative(tx, creative_id))
  if (!asset) throw new Refusal('record_not_found', { field: 'creative_id' })
  const { asset_hash, media_type, content } = asset
  return new Download({
    file_name: `${asset_hash.toString('hex')}.${EXTENSIONS[media_type]}`,
    media_type,
    content,
  })
}
