import type { SecretFor } from '../secrets.ts'
import type { Services } from './services.ts'

/**
 * By which column a row is a customer's: their own id, or their person's where rows outlive accounts; or by a column that
 * names a row of another table which is theirs.
 */
export type Whose =
  | { column: string; is: 'customer' | 'person' }
  | { column: string; of: string; key: string; owner: string }

/** A column that is kept sealed, told as what it says. */
export interface OpenedColumn {
  column: string
  /** The heading that it stands under. */
  heading: string
  /** `row_id`: what `of` names. Throws where a byte, the key or the row is another. */
  open(secret: SecretFor, row_id: string, sealed: Buffer): string
  /** The column that the sealed text is bound to. */
  of: string
}

/** A table whose rows a customer takes along, as one file of the archive. */
export interface ArchiveTable {
  /** With its schema: `wallet.withdrawals` becomes `wallet/withdrawals.csv`. */
  table: string
  whose: Whose
  /** Columns in the file's order: what its customer may read, and nothing that proves who they are. */
  columns: readonly string[]
  opened?: OpenedColumn
  /** Columns that the rows are ordered by; the first of `columns` if not given. */
  by?: readonly string[]
  /** Read past row-level security, which shows a customer's own scope nothing of it: `whose` alone holds it to them. */
  past_scope?: true
}

/** A file of a customer's, beside the tables. */
export interface ArchiveFile {
  /** Within the archive, such as `images/<id>.webp`. */
  path: string
  content: Buffer
}

/** What of a module's rows a customer takes along. */
export interface ArchivePart {
  tables: readonly ArchiveTable[]
  /** Tables with rows of customers that the archive leaves out, each with the reason. */
  left_out?: Readonly<Record<string, string>>
  /** Files that belong to the rows, one after another. */
  files?(services: Services, customer_id: string): AsyncIterable<ArchiveFile>
}

/** A table whose rows carry their customer's id. */
export function ownTable(
  table: string,
  columns: readonly string[],
  rest: Partial<ArchiveTable> = {},
): ArchiveTable {
  return { table, whose: { column: 'customer_id', is: 'customer' }, columns, ...rest }
}
