import { readFile } from 'node:fs/promises'
import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import { text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { readJson } from '../kept-text.ts'
import { parseInput } from '../parse-input.ts'
import { Refusal } from '../refusal.ts'

export const NAME_LENGTH_MAX = 60
export const DESCRIPTION_LENGTH_MAX = 400

const oneText = z.strictObject({
  name: text(NAME_LENGTH_MAX),
  description: z.optional(text(DESCRIPTION_LENGTH_MAX)),
})

/** A coupon's name and description by language; English is always among them, because it stands in for the others. */
export const offerTexts = z
  .partialRecord(z.enum(LANGUAGES), oneText)
  .check(z.refine((texts) => texts.en !== undefined, 'field_required'))
export type OfferTexts = z.infer<typeof offerTexts>

/** Texts from the flags in English, or from a JSON file in as many languages as it has. Throws `Refusal`. */
export async function offerTextsFrom(flags: {
  name?: string | undefined
  description?: string | undefined
  texts?: string | undefined
}): Promise<OfferTexts> {
  const { name, description, texts } = flags
  if (texts === undefined) {
    return parseInput(offerTexts, { en: description === undefined ? { name } : { name, description } })
  }
  const file = await readFile(texts, 'utf8').catch(() => {
    throw new Refusal('record_not_found', { field: 'texts' })
  })
  try {
    return parseInput(offerTexts, readJson(file))
  } catch (error) {
    throw error instanceof SyntaxError ? new Refusal('field_invalid', { field: 'texts' }) : error
  }
}

/** The text in a language, for Chinese in the other script, else in English, and which of them it is (PRODUCT §14). */
export function offerTextIn(texts: OfferTexts, language: Language) {
  const related: Language[] = language === 'zh-Hant' ? ['zh-Hans'] : language === 'zh-Hans' ? ['zh-Hant'] : []
  for (const each of [language, ...related, 'en'] as const) {
    const found = texts[each]
    if (found) return { language: each, name: found.name, description: found.description ?? null }
  }
  throw new Error('a coupon offer has no English text')
}
