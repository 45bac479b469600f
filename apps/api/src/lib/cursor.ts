import { Refusal } from './refusal.ts'

/** Whether a text can be one part of a position. */
export type IsPart = (text: string) => boolean

/** The opaque text of a position in a list (PRODUCT §16). No part has a `|` in it. */
export function writeCursor(...parts: readonly (string | bigint | number)[]): string {
  return Buffer.from(parts.join('|')).toString('base64url')
}

/** The parts that `writeCursor` was given, each being what it is asked to be. Throws `cursor_invalid` for any other text. */
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

/** Whether `text` is `wanted`: what list a position is of. */
export function is(wanted: string): IsPart {
  return (text) => text === wanted
}

/** Whether `text` is a truth value, as PostgreSQL writes it. */
export function isBoolean(text: string): boolean {
  return text === 'true' || text === 'false'
}

/** Whether `text` is a whole number, as PostgreSQL's `bigint` holds. */
export function isWhole(text: string): boolean {
  return /^-?\d{1,18}$/.test(text)
}
