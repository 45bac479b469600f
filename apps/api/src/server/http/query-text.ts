import { parse } from 'node:querystring'

/** Stands for invalid UTF-8, so that it is refused like other text that can't be stored, with its field named. */
const NO_TEXT = '\ud800'
/** A `%` that starts no escape stands for itself. */
const STRAY_PERCENT = /%(?![0-9a-f]{2})/gi

/** Parses a query string; a member that is not UTF-8 once decoded becomes text that can't be stored. */
export function parseQuery(query: string): Record<string, string | string[] | undefined> {
  return { ...parse(query, '&', '=', { decodeURIComponent: decode }) }
}

function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text.replace(STRAY_PERCENT, '%25'))
  } catch {
    return NO_TEXT
  }
}
