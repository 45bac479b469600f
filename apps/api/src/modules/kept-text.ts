/**
 * Whether PostgreSQL keeps `text` as it is: without NUL, which its text has none of, and without half a surrogate
 * pair, which UTF-8 can't say. What is stored must be what was sent, or the same request would be another one.
 */
export function canBeKept(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
