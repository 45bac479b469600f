import { parse } from 'node:querystring'

/** Stands for what is no text, so that it is refused as other text that can't be kept, its field named. */
const NO_TEXT = '\ud800'
/** Read as itself, as elsewhere. */
const STRAY_PERCENT = /%(?![0-9a-f]{2})/gi

/** Members of a query string; one that is not UTF-8 once its percent signs are decoded is text that can't be kept. */
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
