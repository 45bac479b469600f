import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import { publishText, textName, textPublishing } from '@adtally/contract/operator/house/content.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { parseInput } from '../../lib/parse-input.ts'
import { Refusal } from '../../lib/refusal.ts'
import { readGivenJson } from '../given-file.ts'
import { approvedAct, staffVerb } from '../module.ts'
import { proposeAct } from '../operators/index.ts'
import type { Services } from '../services.ts'
import { languagesOf } from './announcements/announcement-facts.ts'
import { textFacts } from './text-facts.ts'
import type { TextKind, TextsByLanguage } from './text-kinds.ts'
import { insertVersion, newestText, type TextName } from './text-versions.repository.ts'

/** Twelve languages of the longest contract, at four bytes a character. */
const TEXTS_BYTES_MAX = 3 * 1024 * 1024

/**
 * The second person's half of `publish-text`. Throws `record_not_found`, and `text_not_showable` where a language
 * can't be shown: its contract makes no file, or it names an unknown figure.
 */
const textPublishAct = approvedAct(textPublishing, {
  payload: z.strictObject({ ...textName, texts: z.partialRecord(z.enum(LANGUAGES), z.unknown()) }),
  facts: async (services, tx, { kind, name, texts }) => {
    const { of_kind } = theText(services, { kind, name })
    const after = readTexts(of_kind, texts)
    await of_kind.check(services, after)
    const before = await shownText(services, tx, { kind, name })
    return textFacts(of_kind, { name, before, after })
  },
  apply: async (_services, tx, { kind, name, texts }, { proposal_id }) => {
    const { version, published_at } = await insertVersion(tx, { kind, name, texts, proposal_id })
    return { kind, name, version, since: published_at }
  },
})

/** `publish-text`: proposes a new version of a text; what is shown stays until a second person has approved it. */
export const publishTextVerb = staffVerb(
  publishText,
  async (services, maker, { kind, name, texts_file, keep_languages = false, reason }) => {
    const { of_kind } = theText(services, { kind, name })
    const file = { field: 'texts_file', bytes_max: TEXTS_BYTES_MAX }
    const given = readTexts(of_kind, await readGivenJson(texts_file, file))
    const proposed = await proposeAct(services, maker, textPublishAct, async (tx) => {
      const { texts: before } = await shownText(services, tx, { kind, name })
      const texts: TextsByLanguage = keep_languages ? { ...before, ...given } : given
      if (texts.en === undefined) throw new Refusal('field_required', { field: 'texts_file' })
      const { given: languages, missing: languages_missing } = languagesOf(texts)
      const answer = { languages, languages_missing }
      return {
        subject: { kind: 'text', id: `${kind}/${name}` },
        payload: { kind, name, texts },
        reason,
        answer,
      }
    })
    return { kind, name, ...proposed }
  },
  textPublishAct,
)

/** What is shown of a text now. */
export interface ShownText {
  /** 1 is the program's own, which has no date. */
  version: number
  since: Date | null
  texts: TextsByLanguage
}

/** The newest version of a text, or the program's own. Throws `record_not_found`. */
export async function shownText(services: Services, tx: Transaction, named: TextName): Promise<ShownText> {
  const { built_in } = theText(services, named)
  const newest = await newestText(tx, named)
  if (!newest) return { version: 1, since: null, texts: built_in }
  return { version: newest.version, since: newest.published_at, texts: newest.texts }
}

/** A text's kind and the program's own version of it. Throws `record_not_found`. */
export function theText(
  { content }: Services,
  { kind, name }: TextName,
): { of_kind: TextKind; built_in: TextsByLanguage } {
  const of_kind = content.kinds.get(kind)
  const built_in = of_kind?.built_in.get(name)
  if (!of_kind || !built_in) throw new Refusal('record_not_found', { field: 'name' })
  return { of_kind, built_in }
}

function readTexts({ text }: TextKind, given: unknown): Partial<Record<Language, unknown>> {
  const texts = z.strictObject({ texts: z.partialRecord(z.enum(LANGUAGES), text) })
  return parseInput(texts, { texts: given }).texts
}
