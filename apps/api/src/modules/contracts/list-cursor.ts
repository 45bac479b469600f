import { isId } from '../../database/identifiers.ts'
import { isTimestamp } from '../../database/timestamps.ts'

/** Where a page of signed versions ended. */
export interface Position {
  /** PostgreSQL's own text of the time: a JavaScript date would lose microseconds. */
  at: string
  id: string
}

/** A position as a client carries it. */
export function cursorOf({ at, id }: Position): string {
  return Buffer.from(`${at}|${id}`).toString('base64url')
}

/** The position that a cursor stands for, or null where it is none. */
export function parseCursor(cursor: string): Position | null {
  const [at = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split('|')
  return isTimestamp(at) && isId(id) && rest.length === 0 ? { at, id } : null
}
