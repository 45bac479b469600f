import type { Micros } from '@adtally/money/money.ts'
import { isId } from '../../database/identifiers.ts'
import { Refusal } from '../refusal.ts'

/** Where in a sorted list a plan stands. */
export interface ListCursor {
  plan_id: string
  /** What the list is sorted by, where that is an amount. */
  key_micros: Micros
}

/** The opaque text of a position in a list sorted by `sort`. */
export function writeListCursor(sort: string, { plan_id, key_micros }: ListCursor): string {
  return Buffer.from(`${sort}|${plan_id}|${key_micros}`).toString('base64url')
}

/** The position that `text` stands for. Throws `cursor_invalid`, for another list's too. */
export function parseListCursor(text: string, sort: string): ListCursor {
  const [of = '', plan_id = '', key = '', ...rest] = Buffer.from(text, 'base64url').toString().split('|')
  if (of !== sort || !isId(plan_id) || !/^-?\d{1,18}$/.test(key) || rest.length > 0) {
    throw new Refusal('cursor_invalid', { field: 'cursor' })
  }
  return { plan_id, key_micros: BigInt(key) }
}
