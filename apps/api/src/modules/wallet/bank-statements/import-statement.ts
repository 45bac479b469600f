import { Readable } from 'node:stream'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { digestOf, readStatements, type StatementFile, type StatementFormat } from '../../bank/index.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import type { Rail } from './bank-accounts.ts'
import { type BookedCounts, bookStatements } from './book-statements.ts'
import { beginStatement, bookAgreedStatement, differencesOf } from './brought-statements.repository.ts'
import { mappingInForce } from './csv-mappings.repository.ts'
import { type Brought, BroughtFile, StatementKeeping } from './statement-import.ts'
import { presentDifferences, type StatementDifference } from './statement-presenter.ts'
import { lockStatements, waitingAmong } from './statements.repository.ts'

/** What is imported: the file, or its content as text. */
export interface ImportInput {
  rail: Rail
  format: StatementFormat
  file: StatementFile | string
  /** Of a CSV file: how the bank writes it, by the name that two people gave it; else Adtally's own form. */
  mapping?: string | undefined
}

/** What an import did: what it booked, and what waits. */
export interface ImportResult extends BookedCounts {
  /** The first statement that was booked; null where none was. */
  statement_id: string | null
  /** What of the file waits for a second person, or for its place in the chain. */
  waiting: string[]
  booked_before: number
  /** Statements that the same person has brought before: one person's word, however often they say it. */
  brought_before: number
  /** How what waits differs from what others brought of the same; nothing of either is booked. */
  differences: StatementDifference[]
}

const LINES_SHOWN_MAX = 50

/**
 * Keeps a file of bank statements whole or not at all, whatever its length, as brought by this person (PRODUCT §2.6).
 * What somebody else has brought alike is booked, in the order of the chain; the rest waits. Throws `statement_gap` for
 * what follows neither the last statement nor one that waits, `statement_duplicate` for a file that is booked already,
 * or a statement's id or reference that is booked as something else, `statement_malformed` with the element to blame,
 * `record_not_found` (mapping). Lines that a file repeats from an earlier one are counted and left out.
 */
export async function importStatement(
  services: Services,
  staff: Staff,
  { rail, format, file: given, mapping: name }: ImportInput,
): Promise<ImportResult> {
  if (name !== undefined && format !== 'csv') throw new Refusal('field_invalid', { field: 'mapping' })
  const file = typeof given === 'string' ? fileOfText(given) : given
  const { hash: file_hash, is_utf8 } = await digestOf(file)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    await lockStatements(tx, rail)
    const mapping = name === undefined ? undefined : await mappingInForce(tx, rail, name)
    const mapping_id = mapping?.mapping_id ?? null
    const brought_file = new BroughtFile(services.settings.currency)
    const importing = new StatementKeeping(
      services,
      tx,
      { rail, format, file_hash, mapping_id },
      {
        begin: (statement) => beginStatement(tx, staff.session_token, statement),
        ended: (brought_id, found) => brought_file.ended(brought_id, found),
      },
    )
    try {
      for await (const event of readStatements(file, { format, mapping: mapping?.definition, is_utf8 })) {
        await importing.take(event)
      }
    } finally {
      // What was begun has to end before the transaction does.
      await importing.finish()
    }
    const brought = brought_file.end(importing.parts)
    await noteBrought(tx, staff, brought, { rail, format, file_hash: file_hash.toString('hex') })
    return await booked(services, tx, staff, rail, brought)
  })
}

async function booked(
  services: Services,
  tx: Transaction,
  staff: Staff,
  rail: Rail,
  { brought_ids, ...before }: Brought,
): Promise<ImportResult> {
  const { counts, statements } = await bookStatements(services, tx, () => bookAgreedStatement(tx, rail))
  for (const { statement_id, brought_by, confirmed_by, line_count } of statements) {
    await audit.byStaff(tx, staff, {
      action: 'statement.confirmed',
      subject: { kind: 'bank_statement', id: statement_id },
      details: { rail, brought_by, confirmed_by, line_count },
    })
  }
  const waiting = await waitingAmong(tx, brought_ids)
  const differences: StatementDifference[] = []
  for (const brought_id of waiting) {
    differences.push(...presentDifferences(brought_id, await differencesOf(tx, brought_id, LINES_SHOWN_MAX)))
  }
  return { statement_id: statements[0]?.statement_id ?? null, ...counts, waiting, ...before, differences }
}

async function noteBrought(
  tx: Transaction,
  staff: Staff,
  { brought_ids }: Brought,
  details: Record<string, unknown>,
): Promise<void> {
  for (const id of brought_ids) {
    await audit.byStaff(tx, staff, {
      action: 'statement.brought',
      subject: { kind: 'brought_statement', id },
      details,
    })
  }
}

function fileOfText(text: string): StatementFile {
  return { pieces: () => Readable.from([Buffer.from(text, 'utf8')]) }
}
