import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { makeFolder } from '../../database/make-folder.ts'
import { codeOf } from '../../database/start-error.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { EXTENSIONS } from './media-type.ts'
import { assetByHash } from './products.repository.ts'

/**
 * Writes a creative's file into a folder, named by its SHA-256 in hexadecimal; answers where. What is there already by that
 * name is left if it is that file. Throws `record_exists` where it is another.
 */
export async function saveAsset(services: Services, hash: string, folder: string): Promise<string> {
  const asset = await services.database.transaction({ kind: 'system' }, (tx) => assetByHash(tx, hash))
  if (!asset) throw new Refusal('record_not_found', { field: 'save' })
  makeFolder(folder, 0o700)
  const path = resolve(folder, `${hash}.${EXTENSIONS[asset.media_type]}`)
  await writeFile(path, asset.content, { flag: 'wx', mode: 0o600 }).catch(async (error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
    const there = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    if (there !== hash) throw new Refusal('record_exists', { field: 'save' })
  })
  return path
}
