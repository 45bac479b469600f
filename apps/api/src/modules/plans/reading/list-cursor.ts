import type { Micros } from '@adtally/money/money.ts'
import { isId } from '../../../database/identifiers.ts'
import { is, isWhole, readCursor, writeCursor } from '../../../lib/cursor.ts'

/** Where in a sorted list a plan stands. */
export interface ListCursor {
  plan_id: string
  /** What the list is sorted by, where that is an amount. */
  key_micros: Micros
}

/** The opaque text of a position in a list sorted by `sort`. */
export function writeListCursor(sort: string, { plan_id, key_micros }: ListCursor): string {
  return writeCursor(sort, plan_id, key_micros)
}

/** The position that `text` stands for. Throws `cursor_invalid`, for another list's too. */
export function parseListCursor(text: string, sort: string): ListCursor {
  const [, plan_id, key_micros] = readCursor(text, is(sort), isId, isWhole)
  return { plan_id, key_micros: BigInt(key_micros) }
}
