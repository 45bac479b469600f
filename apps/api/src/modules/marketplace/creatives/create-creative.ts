import { because, text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { staffVerb } from '../../module.ts'
import type { Services } from '../../services.ts'
import { filePath, wholeText } from '../../verb-fields.ts'
import { insertCreative, keepAsset, productById } from '../products.repository.ts'
import type { CreativeKind } from '../tables.ts'
import { assetUrl } from './asset.plugin.ts'
import { type KeptMedia, mediaOfFile, mediaOfUrl, SIDE_MAX } from './keep-media.ts'

const side = wholeText(1, SIDE_MAX)

/** `create-creative`: adds a draft, which another person reviews before it is shown. */
export const createCreativeVerb = staffVerb({
  name: 'create-creative',
  summary:
    'Add a draft creative: --product-id, --kind image|native|video, --headline, --body, and --file PATH or --url ADDRESS, which is fetched this once and kept; of a film --width and --height in pixels',
  roles: ['content', 'finance_maker', 'admin'],
  once: true,
  input: z.strictObject({
    product_id: z.uuid(),
    kind: z.enum(['image', 'native', 'video'], { error: because('field_invalid') }),
    headline: text(90),
    body: text(300),
    file: z.optional(filePath),
    url: z.optional(z.string({ error: because('field_invalid') })),
    width: z.optional(side),
    height: z.optional(side),
  }),
  run: async (services, staff, { product_id, kind, headline, body, width, height, ...place }) => {
    // Fetches nothing for an unknown product.
    const product = await services.database.transaction({ kind: 'system' }, (tx) =>
      productById(tx, product_id),
    )
    if (!product) throw new Refusal('record_not_found', { field: 'product_id' })
    // Before the transaction, so that nothing is locked while waiting for another server.
    const { asset, size, source_url } = await mediaAt(services, kind, place)
    const asset_sha256 = asset.asset_hash.toString('hex')
    return await services.database.transaction({ kind: 'system' }, async (tx) => {
      const creative_id = newId()
      await keepAsset(tx, asset)
      await insertCreative(tx, {
        creative_id,
        product_id,
        kind,
        headline,
        body,
        width: size?.width ?? width ?? null,
        height: size?.height ?? height ?? null,
        asset_hash: asset.asset_hash,
        source_url,
        created_by: staff.staff_id,
      })
      await audit.byStaff(tx, staff, {
        action: 'creative.created',
        subject: { kind: 'creative', id: creative_id },
        details: { product_id, kind, asset_sha256 },
      })
      const asset_url = assetUrl(services.settings.public_origin, asset_sha256)
      return { creative_id, status: 'draft', asset_sha256, asset_url }
    })
  },
})

async function mediaAt(
  services: Services,
  kind: CreativeKind,
  { file, url }: { file?: string | undefined; url?: string | undefined },
): Promise<KeptMedia> {
  if (url === undefined) {
    if (file === undefined) throw new Refusal('field_required', { field: 'file' })
    return await mediaOfFile(file, kind)
  }
  if (file !== undefined) throw new Refusal('field_invalid', { field: 'url' })
  return await mediaOfUrl(services, url, kind)
}
