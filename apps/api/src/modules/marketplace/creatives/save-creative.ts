import { saveCreative } from '@adtally/contract/operator/market/catalogue-creatives.ts'
import { Download } from '@adtally/contract/operator/statement/files.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { staffVerb } from '../../module.ts'
import { assetOfCreative } from '../products.repository.ts'
import { EXTENSIONS } from './media-type.ts'

/** `save-creative`: a creative's file, named by its SHA-256 in hexadecimal. */
export const saveCreativeVerb = staffVerb(saveCreative, async ({ database }, _staff, { creative_id }) => {
  const asset = await database.transaction({ kind: 'system' }, (tx) => assetOfCreative(tx, creative_id))
  if (!asset) throw new Refusal('record_not_found', { field: 'creative_id' })
  const { asset_hash, media_type, content } = asset
  return new Download({
    file_name: `${asset_hash.toString('hex')}.${EXTENSIONS[media_type]}`,
    media_type,
    content,
  })
})
