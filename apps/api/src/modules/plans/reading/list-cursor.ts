import type { Micros } from '@adtally/money/money.ts'
import { isId } from '../../../database/identifiers.ts'
import { is, isWhole, readCursor, writeCursor } from '../../../lib/cursor.ts'

/** A plan's position in a sorted list. */
export interface ListCursor {
  plan_id: string
  /** The sort key, if it is an amount. */
  key_micros: Micros
}

/** A position in a list sorted by `sort`, as a cursor. */
export function writeListCursor(sort: string, { plan_id, key_micros }: ListCursor): string {
  return writeCursor(sort, plan_id, key_micros)
}

/** The position in a cursor. Throws `cursor_invalid`, also for another list's cursor. */
export function parseListCursor(text: string, sort: string): ListCursor {
  const [, plan_id, key_micros] = readCursor(text, is(sort), isId, isWhole)
  return { plan_id, key_micros: BigInt(key_micros) }
}
