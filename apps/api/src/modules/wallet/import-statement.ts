import { Readable } from 'node:stream'
import * as audit from '../audit/index.ts'
import { digestOf, readStatements, type StatementFile, type StatementFormat } from '../bank/index.ts'
import type { Staff } from '../module.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Rail } from './bank-accounts.ts'
import { mappingInForce } from './csv-mappings.repository.ts'
import { type ImportCounts, StatementImport } from './statement-import.ts'
import { isKnownFile, lockStatements } from './statements.repository.ts'

/** What is imported: the file, or its content as text. */
export interface ImportInput {
  rail: Rail
  format: StatementFormat
  file: StatementFile | string
  /** Of a CSV file: how the bank writes it, by the name that two people gave it; else Adtally's own form. */
  mapping?: string | undefined
}

/** What an import did. */
export interface ImportResult extends ImportCounts {
  /** The first of the file's statements. */
  statement_id: string
}

/**
 * Imports a file of bank statements whole or not at all, whatever its length (PRODUCT §2.6): money paid in goes to
 * suspense; then what lines say decides, at the file's end or, for long files, by a job. Statements chain: throws
 * `statement_gap` unless each opens with the last closing balance, `statement_duplicate` for a file, a statement or
 * nothing but lines seen before, `statement_malformed` with the element to blame, `record_not_found` (mapping). Lines
 * that a file repeats from an earlier one are counted and left out.
 */
export async function importStatement(
  services: Services,
  staff: Staff,
  { rail, format, file: given, mapping: name }: ImportInput,
): Promise<ImportResult> {
  if (name !== undefined && format !== 'csv') throw new Refusal('field_invalid', { field: 'mapping' })
  const file = typeof given === 'string' ? fileOfText(given) : given
  const { hash, is_utf8 } = await digestOf(file)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    await lockStatements(tx, rail)
    if (await isKnownFile(tx, hash)) throw new Refusal('statement_duplicate', { field: 'file' })
    const mapping = name === undefined ? undefined : await mappingInForce(tx, rail, name)
    const importing = new StatementImport(services, tx, {
      rail,
      format,
      file_hash: hash,
      imported_by: staff.staff_id,
      mapping_id: mapping?.mapping_id ?? null,
    })
    try {
      for await (const event of readStatements(file, { format, mapping: mapping?.definition, is_utf8 })) {
        await importing.take(event)
      }
    } finally {
      // What was begun has to end before the transaction does.
      await importing.settle()
    }
    const result = await importing.end()
    await audit.append(tx, {
      actor: { kind: 'staff', staff },
      action: 'statement.imported',
      subject: { kind: 'bank_statement', id: result.statement_id },
      details: { rail, format, ...result, file_hash: hash.toString('hex') },
    })
    return result
  })
}

function fileOfText(text: string): StatementFile {
  return { pieces: () => Readable.from([Buffer.from(text, 'utf8')]) }
}
