import { type RawBuilder, sql } from 'kysely'

/** The highest letter there is, behind every other. */
const LAST = '\u{10ffff}'

/**
 * Whether a column, indexed `collate "C"`, begins with a text. As a range and not by `like`, which row-level security keeps
 * from the index (docs/decisions/look-ups-under-row-security.md).
 */
export function beginsWith(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`(${column} collate "C" >= ${text} and ${column} collate "C" < ${text + LAST})`
}
