import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import { text } from '@adtally/contract/fields.ts'
import {
  COUPON_DESCRIPTION_LENGTH_MAX,
  COUPON_NAME_LENGTH_MAX,
} from '@adtally/contract/operator/finance/coupons.ts'
import type { GivenFile } from '@adtally/contract/operator/statement/files.ts'
import * as z from 'zod/mini'
import { parseInput } from '../../../lib/parse-input.ts'
import { readGivenJson } from '../../given-file.ts'

/** Twelve languages of the longest texts, at four bytes a character. */
const TEXTS_BYTES_MAX = 64 * 1024

const oneText = z.strictObject({
  name: text(COUPON_NAME_LENGTH_MAX),
  description: z.optional(text(COUPON_DESCRIPTION_LENGTH_MAX)),
})

/** A coupon's name and description by language; English is required as the fallback. */
export const offerTexts = z
  .partialRecord(z.enum(LANGUAGES), oneText)
  .check(z.refine((texts) => texts.en !== undefined, 'field_required'))
export type OfferTexts = z.infer<typeof offerTexts>

/** English texts from the flags, or texts of several languages from a JSON file. Throws `Refusal`. */
export async function offerTextsFrom(flags: {
  name?: string | undefined
  description?: string | undefined
  texts_file?: GivenFile | undefined
}): Promise<OfferTexts> {
  const { name, description, texts_file } = flags
  if (texts_file === undefined) {
    return parseInput(offerTexts, { en: description === undefined ? { name } : { name, description } })
  }
  const file = { field: 'texts_file', bytes_max: TEXTS_BYTES_MAX }
  return parseInput(offerTexts, await readGivenJson(texts_file, file))
}

/** The text in a language, else in Chinese's other script, else in English, and which it is (PRODUCT §14). */
export function offerTextIn(texts: OfferTexts, language: Language) {
  const related: Language[] = language === 'zh-Hant' ? ['zh-Hans'] : language === 'zh-Hans' ? ['zh-Hant'] : []
  for (const each of [language, ...related, 'en'] as const) {
    const found = texts[each]
    if (found) return { language: each, name: found.name, description: found.description ?? null }
  }
  throw new Error('a coupon offer has no English text')
}
