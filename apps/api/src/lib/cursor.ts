import { Refusal } from './refusal.ts'

/** Whether a text is a valid part of a cursor. */
export type IsPart = (text: string) => boolean

/** The opaque text of a position in a list (PRODUCT §16). No part may contain `|`. */
export function writeCursor(...parts: readonly (string | bigint | number)[]): string {
  return Buffer.from(parts.join('|')).toString('base64url')
}

/** The parts given to `writeCursor`, each checked. Throws `cursor_invalid` for any other text. */
export function readCursor<Parts extends readonly IsPart[]>(
  cursor: string,
  ...are: Parts
): { [index in keyof Parts]: string } {
  const parts = Buffer.from(cursor, 'base64url').toString().split('|')
  if (!arePartsOf(parts, are)) throw new Refusal('cursor_invalid', { field: 'cursor' })
  return parts
}

function arePartsOf<Parts extends readonly IsPart[]>(
  parts: readonly string[],
  are: Parts,
): parts is { [index in keyof Parts]: string } {
  return parts.length === are.length && parts.every((part, index) => are[index]?.(part))
}

/** Checks that `text` is `wanted`, such as the name of the list. */
export function is(wanted: string): IsPart {
  return (text) => text === wanted
}

/** Whether `text` is a boolean as PostgreSQL writes it. */
export function isBoolean(text: string): boolean {
  return text === 'true' || text === 'false'
}

/** Whether `text` is a whole number that fits PostgreSQL's `bigint`. */
export function isWhole(text: string): boolean {
  return /^-?\d{1,18}$/.test(text)
}
