import { Readable } from 'node:stream'
import type {
  BankFileFormat,
  Rail,
  StatementDifference,
} from '@adtally/contract/operator/finance/deposits-statements.ts'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { digestOf, readStatements, type StatementFile } from '../../bank/index.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { type BookedCounts, bookStatements } from './book-statements.ts'
import { beginStatement, bookAgreedStatement, differencesOf } from './brought-statements.repository.ts'
import { mappingInForce } from './csv-mappings.repository.ts'
import { type Brought, BroughtFile, StatementKeeping } from './statement-import.ts'
import { presentDifferences } from './statement-presenter.ts'
import { lockStatements, waitingAmong } from './statements.repository.ts'

/** What to import: the file, or its content as text. */
export interface ImportInput {
  rail: Rail
  format: BankFileFormat
  file: StatementFile | string
  /** For a CSV file, the name of the mapping that two people defined; by default Adtally's own format. */
  mapping?: string | undefined
}

export interface ImportResult extends BookedCounts {
  /** The first booked statement; null if none was booked. */
  statement_id: string | null
  /** Statements of the file that wait for a second person, or for their place in the chain. */
  waiting: string[]
  booked_before: number
  /** Statements that the same person brought earlier; repeating them does not make a second person. */
  brought_before: number
  /** How waiting statements differ from what others brought for the same period; none of these is booked. */
  differences: StatementDifference[]
}

const LINES_SHOWN_MAX = 50

/**
 * Stores a file of bank statements, of any length, completely or not at all, in this person's name (PRODUCT §2.6).
 * What somebody else has brought alike is booked, in the order of the chain; the rest waits. Throws `statement_gap`
 * if it follows neither the last statement nor a waiting one, `statement_duplicate` if the file is booked already, or
 * if a statement's id or reference is booked as something else, `statement_malformed` with the faulty element,
 * `record_not_found` (mapping). Lines repeated from an earlier file are counted and left out.
 */
export async function bringFile(
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
      // What was started has to end before the transaction does.
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
