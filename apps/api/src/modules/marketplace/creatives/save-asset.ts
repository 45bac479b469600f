import { resolve } from 'node:path'
import { makeFolder } from '../../../database/make-folder.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { writeNewFile } from '../../given-file.ts'
import type { Services } from '../../services.ts'
import { assetByHash } from '../products.repository.ts'
import { EXTENSIONS } from './media-type.ts'

/**
 * Writes a creative's file into a folder, named by its SHA-256 in hexadecimal, and returns the path. The same file
 * there already is left; throws `file_exists` where another has that name.
 */
export async function saveAsset(services: Services, hash: string, folder: string): Promise<string> {
  const asset = await services.database.transaction({ kind: 'system' }, (tx) => assetByHash(tx, hash))
  if (!asset) throw new Refusal('record_not_found', { field: 'folder' })
  makeFolder(folder, 0o700)
  const path = resolve(folder, `${hash}.${EXTENSIONS[asset.media_type]}`)
  await writeNewFile(path, asset.content, 'folder')
  return path
}
