import { type ArchiveFile, type ArchivePart, ownTable } from '../archive-table.ts'
import type { Services } from '../services.ts'
import { imagesByCustomer } from './repository.ts'

/** Images with their bytes. */
export const archive: ArchivePart = {
  tables: [
    ownTable(
      'files.images',
      ['file_id', 'use', 'media_type', 'width', 'height', 'bytes', 'created_at', 'attached_at'],
      { by: ['created_at', 'file_id'] },
    ),
  ],
  left_out: { 'files.usage': 'the sum of the images' },
  files: imageFiles,
}

async function* imageFiles({ database, files }: Services, customer_id: string): AsyncGenerator<ArchiveFile> {
  const rows = await database.transaction({ kind: 'customer', customer_id }, (tx) =>
    imagesByCustomer(tx, customer_id),
  )
  for (const { file_id, name } of rows) {
    const content = await files.read(name)
    if (content) yield { path: `images/${file_id}.webp`, content }
  }
}
