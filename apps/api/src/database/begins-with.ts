import { type RawBuilder, sql } from 'kysely'

/** The highest code point, which sorts last. */
const LAST = '\u{10ffff}'

/**
 * Whether a column, indexed `collate "C"`, begins with a text. Uses a range, because row-level security keeps `like`
 * from using the index (docs/decisions/look-ups-under-row-security.md).
 */
export function beginsWith(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`(${column} collate "C" >= ${text} and ${column} collate "C" < ${text + LAST})`
}
