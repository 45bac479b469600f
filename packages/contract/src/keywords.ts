import * as z from 'zod/mini'
import { because } from './fields.ts'

/** Of one request. */
export const KEYWORDS_MAX = 20
const KEYWORD_LENGTH_MAX = 40
const LIST_LENGTH_MAX = 4_000

/**
 * Words that say what a page is about, `chess,board games`: in lower case and NFC, with single blanks, in order, each once,
 * so that what publishers write and what products target is compared letter by letter.
 */
export function readKeywords(listed: string): string[] {
  const words = listed
    .split(',')
    .map((word) => word.toLowerCase().normalize('NFC').trim().replace(/\s+/g, ' '))
  return [...new Set(words.filter((word) => word !== ''))].toSorted()
}

/** A list of at most 20 keywords of at most 40 characters. */
export const keywordList = z.pipe(
  z.string({ error: because('field_invalid') }).check(z.maxLength(LIST_LENGTH_MAX, 'field_too_long')),
  z.pipe(
    z.transform(readKeywords),
    z
      .array(z.string().check(z.maxLength(KEYWORD_LENGTH_MAX, 'field_too_long')))
      .check(z.maxLength(KEYWORDS_MAX, 'field_too_long')),
  ),
)
