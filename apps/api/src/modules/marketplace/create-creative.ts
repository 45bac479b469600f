import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { because, text } from '@adtally/contract/fields.ts'
import type { Insertable } from 'kysely'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import * as audit from '../audit/index.ts'
import { encodeImage } from '../files/index.ts'
import { staffVerb } from '../module.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { isAllowedUrl } from './allowed-url.ts'
import { wholeText } from './fields.ts'
import { ASSET_BYTES_MAX, mediaTypeOf, statedSize } from './media-type.ts'
import { insertCreative, keepAsset, productById } from './products.repository.ts'
import type { AssetTable, CreativeKind } from './tables.ts'

const side = wholeText(1, 10_000)

/** Longer side of a small picture: the 88 pixels of a list at three device pixels each. */
const SMALL_SIDE_MAX = 264

/** `create-creative`: a draft, which somebody else reviews before it is shown anywhere. */
export const createCreativeVerb = staffVerb({
  name: 'create-creative',
  summary:
    'Add a draft creative: --product-id, --kind image|native|video, --headline, --body, and --file PATH or --url ADDRESS; --width and --height in pixels',
  roles: ['content', 'finance_maker', 'admin'],
  input: z.strictObject({
    product_id: z.uuid(),
    kind: z.enum(['image', 'native', 'video'], { error: because('field_invalid') }),
    headline: text(90),
    body: text(300),
    file: z.optional(text(1_000)),
    url: z.optional(z.string({ error: because('field_invalid') })),
    width: z.optional(side),
    height: z.optional(side),
  }),
  run: async (services, staff, { product_id, kind, headline, body, ...media }) => {
    const shown = await mediaOf(services, kind, media)
    return await services.database.transaction({ kind: 'system' }, async (tx) => {
      if (!(await productById(tx, product_id))) throw new Refusal('record_not_found', { field: 'product_id' })
      const creative_id = newId()
      const { asset, ...columns } = shown
      if (asset) await keepAsset(tx, asset)
      await insertCreative(tx, {
        creative_id,
        product_id,
        kind,
        headline,
        body,
        ...columns,
        asset_hash: asset?.asset_hash ?? null,
        created_by: staff.staff_id,
      })
      await audit.append(tx, {
        actor: { kind: 'staff', staff },
        action: 'creative.created',
        subject: { kind: 'creative', id: creative_id },
        details: { product_id, kind, asset_sha256: asset?.asset_hash.toString('hex') },
      })
      return { creative_id, status: 'draft' }
    })
  },
})

interface MediaFlags {
  file?: string | undefined
  url?: string | undefined
  width?: number | undefined
  height?: number | undefined
}

async function mediaOf(services: Services, kind: CreativeKind, { file, url, width, height }: MediaFlags) {
  const size = { width: width ?? null, height: height ?? null }
  if (url !== undefined) {
    if (file !== undefined || !isAllowedUrl(url, services.settings.ledger_mode)) {
      throw new Refusal('field_invalid', { field: 'url' })
    }
    return { ...size, asset_url: url, asset: null }
  }
  if (file === undefined) throw new Refusal('field_required', { field: 'file' })
  const asset = await assetOf(file, kind)
  const stated = statedSize(asset.content, asset.media_type)
  return { ...size, ...stated, asset_url: null, asset }
}

/**
 * The file by what its bytes say it is, with a picture's small one. Throws `record_not_found`, `field_invalid` (too large,
 * or another type), and of a picture `not_an_image`, `image_pixels_too_many`.
 */
async function assetOf(
  path: string,
  kind: CreativeKind,
): Promise<Omit<Insertable<AssetTable>, 'created_at'>> {
  const content = await readFile(path).catch(() => {
    throw new Refusal('record_not_found', { field: 'file' })
  })
  const media_type = content.length > ASSET_BYTES_MAX ? null : mediaTypeOf(content)
  if (media_type === null || media_type.startsWith('video/') !== (kind === 'video')) {
    throw new Refusal('field_invalid', { field: 'file' })
  }
  const small_content = kind === 'video' ? null : await smallPictureOf(content)
  return { asset_hash: createHash('sha256').update(content).digest(), media_type, content, small_content }
}

/** The picture for lists, or null where the whole one is no more to load. */
async function smallPictureOf(picture: Buffer): Promise<Buffer | null> {
  const { content } = await encodeImage(picture, SMALL_SIDE_MAX)
  return content.length < picture.length ? content : null
}
