import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import type { Staff } from '../module.ts'
import type { Services } from '../services.ts'
import { type ImageRow, imageById } from './repository.ts'
import { maySee } from './rules.ts'

export interface ReadImage {
  media_type: string
  content: Buffer
}

/** An image of the customer's own. Throws `file_not_found`. */
export async function readOwnImage(
  services: Services,
  customer_id: string,
  file_id: string,
): Promise<ReadImage> {
  const row = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    imageById(tx, file_id),
  )
  return await withContent(services, row)
}

/**
 * An image for a member of staff whose roles may see its use; the customer's accountability feed shows the look.
 * Throws `file_not_found`, `staff_role_missing`.
 */
export async function readImageAsStaff(
  services: Services,
  staff: Staff,
  file_id: string,
): Promise<ReadImage> {
  const row = await services.database.transaction({ kind: 'system' }, async (tx) => {
    const found = await imageById(tx, file_id)
    if (!found) throw new Refusal('file_not_found', { field: 'file_id' })
    if (!maySee(found.use, staff.roles)) throw new Refusal('staff_role_missing')
    await audit.byStaff(tx, staff, {
      action: 'image.viewed',
      subject: { kind: 'image', id: file_id },
      customer_id: found.customer_id,
      details: { use: found.use },
    })
    return found
  })
  return await withContent(services, row)
}

async function withContent(services: Services, row: ImageRow | null): Promise<ReadImage> {
  const content = row && (await services.files.read(row.name))
  if (!content) throw new Refusal('file_not_found', { field: 'file_id' })
  return { media_type: row.media_type, content }
}
