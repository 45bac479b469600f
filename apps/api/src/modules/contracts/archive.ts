import { type ArchiveFile, type ArchivePart, ownTable } from '../archive-table.ts'
import type { Services } from '../services.ts'
import { readFileOf } from './read-contracts.ts'
import { idsOfSigned } from './repository.ts'

/** What the customer signed: the text, how and where from, and the sealed files. */
export const archive: ArchivePart = {
  tables: [
    ownTable(
      'contracts.versions',
      ['contract_id', 'text_version', 'template_version', 'language', 'content', 'pages', 'created_at'],
      { by: ['created_at', 'contract_id'] },
    ),
    ownTable('contracts.signatures', ['contract_id', 'evidence', 'signed_at'], {
      by: ['signed_at', 'contract_id'],
    }),
  ],
  left_out: { 'contracts.uploads': 'a drawn signature on its way; the sealed file shows it' },
  files: signedFiles,
}

async function* signedFiles(services: Services, customer_id: string): AsyncGenerator<ArchiveFile> {
  const ids = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    idsOfSigned(tx, customer_id),
  )
  for (const contract_id of ids) {
    const { content } = await readFileOf(services, customer_id, contract_id)
    yield { path: `contracts/${contract_id}.pdf`, content: Buffer.from(content, 'base64') }
  }
}
