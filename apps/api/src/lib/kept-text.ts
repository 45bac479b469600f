import { Refusal } from './refusal.ts'

/** Only an escape can bring in a NUL or half a surrogate pair, because a text is decoded from UTF-8. */
const DOUBTFUL_ESCAPE = /\\u(0000|d[89a-f])/i

/**
 * Whether PostgreSQL keeps `text` as it is: without NUL, which its text has none of, and without half a surrogate
 * pair, which UTF-8 can't say. What is stored must be what was sent, or the same request would be another one.
 */
export function canBeKept(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Throws `field_invalid` for the first string in `value` that can't be kept as it was sent. */
export function refuseUnkept(value: unknown, path: string): void {
  if (typeof value === 'string' && !canBeKept(value)) throw new Refusal('field_invalid', { field: path })
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const inner = path === '' ? name : `${path}.${name}`
    if (!canBeKept(name)) {
      throw new Refusal('field_unknown', { field: inner.toWellFormed().replaceAll('\0', '') })
    }
    refuseUnkept(member, inner)
  }
}

/** A JSON text whose strings can all be kept as they were sent. Throws `SyntaxError`, or as `refuseUnkept` does. */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  // The walk is for the rare text that may have one.
  if (DOUBTFUL_ESCAPE.test(text)) refuseUnkept(value, '')
  return value
}
