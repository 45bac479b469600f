import { Refusal } from './refusal.ts'

/** Text decoded from UTF-8 can only contain a NUL or half a surrogate pair by an escape. */
const DOUBTFUL_ESCAPE = /\\u(0000|d[89a-f])/i

/**
 * Whether PostgreSQL can store `text` as it is: without NUL, and without half a surrogate pair, which UTF-8 can't
 * encode. A stored request must equal the one sent, or repeating it would count as another.
 */
export function canBeKept(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** No request of ours holds values within values so far down. */
const DEPTH_MAX = 64

/**
 * Throws `field_invalid` for the first string in `value` that can't be stored as sent, `body_malformed` where it is deeper
 * than any request.
 */
export function refuseUnkept(value: unknown, path: string, depth = 0): void {
  if (depth > DEPTH_MAX) throw new Refusal('body_malformed')
  if (typeof value === 'string' && !canBeKept(value)) throw new Refusal('field_invalid', { field: path })
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const inner = path === '' ? name : `${path}.${name}`
    if (!canBeKept(name)) {
      throw new Refusal('field_unknown', { field: inner.toWellFormed().replaceAll('\0', '') })
    }
    refuseUnkept(member, inner, depth + 1)
  }
}

/** Parses JSON whose strings can all be stored as sent. Throws `SyntaxError`, or what `refuseUnkept` throws. */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  // Most texts have no such escape and skip the walk.
  if (DOUBTFUL_ESCAPE.test(text)) refuseUnkept(value, '')
  return value
}
