import { isId } from '../database/identifiers.ts'
import { isTimestamp } from '../database/time/timestamps.ts'
import { type IsPart, readCursor, writeCursor } from '../lib/cursor.ts'
import { canBeKept } from '../lib/kept-text.ts'
import { Refusal } from '../lib/refusal.ts'

/** A page of a list, and where the next one begins (PRODUCT §16). */
export interface Page<Row> {
  items: Row[]
  next_cursor: string | null
}

/** Where in a list, newest first, a row stands: its time as the database writes it (microseconds), and its id. */
export interface Position {
  at: string
  id: string
}

/**
 * The page that begins a list of rows found: where there is a next page, at least one row more than it holds was found.
 * `cursorOf` says where that begins, by the page's last row.
 */
export function cutPage<Row>(
  found: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): Page<Row> {
  const items = found.slice(0, limit)
  const last = found.length > limit ? items.at(-1) : undefined
  return { items, next_cursor: last === undefined ? null : cursorOf(last) }
}

/**
 * The key of a page's last row, of a list whose cursor is that key as it stands: an id where nothing else is said. Throws
 * `Refusal('cursor_invalid')`.
 */
export function keyOf(cursor: string | undefined, isKey: IsPart = isId): string | undefined {
  if (cursor !== undefined && !isKey(cursor)) throw new Refusal('cursor_invalid', { field: 'cursor' })
  return cursor
}

/**
 * A page of what `read` finds after a position, of a list whose ids are UUIDs. `read` is asked for one row more than
 * wanted, which tells whether there is a next page. Throws `Refusal('cursor_invalid')`.
 */
export async function pageOf<Row>(
  page: { cursor?: string | undefined; limit: number },
  read: (after: Position | null, rows_max: number) => Promise<{ row: Row; position: Position }[]>,
): Promise<Page<Row>> {
  const found = await read(page.cursor === undefined ? null : positionOf(page.cursor, isId), page.limit + 1)
  const { items, next_cursor } = cutPage(found, page.limit, ({ position }) => cursorOf(position))
  return { items: items.map(({ row }) => row), next_cursor }
}

/**
 * As `pageOf`, of any list's rows that `isShown` keeps: `looks` rows are read at most, so that a page costs the same however
 * few it keeps, and the next one begins after the last row looked at. Throws `Refusal('cursor_invalid')`.
 */
export async function filteredPageOf<Row>(
  page: { cursor?: string | undefined; limit: number; looks: number },
  isShown: (row: Row) => boolean,
  read: (after: Position | null, rows_max: number) => Promise<{ row: Row; position: Position }[]>,
): Promise<Page<Row>> {
  const found = await read(page.cursor === undefined ? null : positionOf(page.cursor, isText), page.looks + 1)
  const items: Row[] = []
  let looked = 0
  while (looked < Math.min(found.length, page.looks) && items.length < page.limit) {
    const row = found[looked]?.row
    if (row !== undefined && isShown(row)) items.push(row)
    looked += 1
  }
  const last = looked < found.length ? found[looked - 1] : undefined
  return { items, next_cursor: last ? cursorOf(last.position) : null }
}

function cursorOf({ at, id }: Position): string {
  return writeCursor(at, id)
}

/** A position in another list may have an id of another kind. */
function positionOf(cursor: string, isIdOfList: IsPart): Position {
  const [at, id] = readCursor(cursor, isTimestamp, isIdOfList)
  return { at, id }
}

function isText(text: string): boolean {
  return text !== '' && canBeKept(text)
}
