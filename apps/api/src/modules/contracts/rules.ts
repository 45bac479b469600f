/** Where a page of signed versions ended. */
export interface Position {
  /** PostgreSQL's own text of the time: a JavaScript date would lose microseconds. */
  at: string
  id: string
}

const POSITION =
  /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** A position as a client carries it. */
export function cursorOf({ at, id }: Position): string {
  return Buffer.from(`${at}|${id}`).toString('base64url')
}

/** The position that a cursor stands for, or null where it is none. */
export function parseCursor(cursor: string): Position | null {
  const [, at, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return at === undefined || id === undefined || Number.isNaN(Date.parse(at)) ? null : { at, id }
}
