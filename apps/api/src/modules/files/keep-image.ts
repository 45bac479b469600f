import { createHash } from 'node:crypto'
import { type FileUse, IMAGE_BYTES_MAX } from '@adtally/contract/service/files.ts'
import type { Scope, Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Services } from '../services.ts'
import { encodeImage } from './encode-image.ts'
import { attach, type ImageRow, imagesByIds, insertImage, lockUsage } from './repository.ts'
import { QUOTA_BYTES, UPLOADS_A_DAY_MAX } from './rules.ts'
import { newName } from './store.ts'

/** An image as messages and feedback refer to it. */
export type KeptImage = Pick<ImageRow, 'file_id' | 'width' | 'height'>

/** An image's owner and use; `staff_id` where staff put it into the customer's thread. */
export interface ImageOwner {
  customer_id: string
  use: FileUse
  staff_id: string | null
}

/**
 * Keeps an uploaded image, re-encoded. Throws `image_too_large`, `not_an_image`, `image_pixels_too_many`, and for a
 * customer's own upload `upload_quota_exceeded`.
 */
export async function keepImage(services: Services, owner: ImageOwner, upload: Buffer): Promise<KeptImage> {
  if (upload.length > IMAGE_BYTES_MAX) throw new Refusal('image_too_large', { field: 'file' })
  const { content, ...image } = await encodeImage(upload)
  const row = {
    file_id: newId(),
    ...owner,
    ...image,
    name: newName(),
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest(),
  }
  const scope: Scope =
    owner.staff_id === null ? { kind: 'customer', customer_id: owner.customer_id } : { kind: 'system' }
  // Bytes first, then the row, so that every row has its bytes.
  await services.files.keep(row.name, content)
  try {
    await services.database.transaction(scope, async (tx) => {
      const usage = await lockUsage(tx, owner.customer_id)
      const is_over = usage.bytes + BigInt(row.bytes) > QUOTA_BYTES || usage.in_last_day >= UPLOADS_A_DAY_MAX
      if (is_over && owner.staff_id === null) throw new Refusal('upload_quota_exceeded')
      await insertImage(tx, row)
    })
  } catch (error) {
    await services.files.remove(row.name)
    throw error
  }
  return { file_id: row.file_id, width: row.width, height: row.height }
}

/**
 * Attaches a customer's images to a message or feedback, in the transaction that stores it; returns them in the order
 * given. Throws `file_not_found` where one is not theirs, not for this use, or gone.
 */
export async function attachImages(
  tx: Transaction,
  owner: Pick<ImageOwner, 'customer_id' | 'use'>,
  file_ids: readonly string[],
): Promise<KeptImage[]> {
  if (file_ids.length === 0) return []
  if ((await attach(tx, owner, file_ids)) !== file_ids.length) {
    throw new Refusal('file_not_found', { field: 'images' })
  }
  return imagesIn(await imagesByIds(tx, file_ids), file_ids)
}

/** The images with these ids, by id. */
export async function imagesOf(
  tx: Transaction,
  file_ids: readonly string[],
): Promise<ReadonlyMap<string, KeptImage>> {
  return await imagesByIds(tx, file_ids)
}

/** The images of one message, in its order. */
export function imagesIn(images: ReadonlyMap<string, KeptImage>, file_ids: readonly string[]): KeptImage[] {
  return file_ids.flatMap((file_id) => {
    const image = images.get(file_id)
    return image ? [{ file_id, width: image.width, height: image.height }] : []
  })
}
