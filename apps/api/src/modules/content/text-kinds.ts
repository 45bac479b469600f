import { LANGUAGES, type Language, type TextKindName } from '@adtally/contract/enums.ts'
import type * as z from 'zod/mini'
import { Refusal } from '../../lib/refusal.ts'
import type { Services } from '../services.ts'

/** A text by language, as a file or a version's row has it; each kind defines one language's shape. */
export type TextsByLanguage = Partial<Record<Language, unknown>>

/** A kind of text that staff publish versions of; `services.content.kinds` has them all. */
export interface TextKind {
  kind: TextKindName
  /** The program's own texts, version 1 of each, by name. */
  built_in: ReadonlyMap<string, TextsByLanguage>
  /** The shape of one language's text. */
  text: z.ZodMiniType
  /** Its text line by line, to compare two versions. */
  lines(text: unknown): string[]
  /** The language, of those the text has, that a reader of `language` gets. */
  readIn(texts: TextsByLanguage, language: Language): Language
  /** Throws `text_not_showable` where a language can't be shown as it is. */
  check(services: Services, texts: TextsByLanguage): Promise<void>
}

/** Declares a kind with typed texts. */
export function textKind<Text>(kind: {
  kind: TextKindName
  built_in: ReadonlyMap<string, Partial<Record<Language, Text>>>
  text: z.ZodMiniType<Text>
  lines(text: Text): string[]
  readIn(texts: TextsByLanguage, language: Language): Language
  check(services: Services, texts: Map<Language, Text>): Promise<void>
}): TextKind {
  const parsed = (texts: TextsByLanguage) =>
    new Map(entriesOf(texts).map(([language, text]) => [language, kind.text.parse(text)]))
  return {
    kind: kind.kind,
    built_in: kind.built_in,
    text: kind.text,
    readIn: kind.readIn,
    lines: (text) => kind.lines(kind.text.parse(text)),
    check: (services, texts) => kind.check(services, parsed(texts)),
  }
}

/** The languages that a text has, with what each says. */
export function entriesOf<Text>(texts: Partial<Record<Language, Text>>): [Language, Text][] {
  return LANGUAGES.flatMap((language) => {
    const text = texts[language]
    return text === undefined ? [] : [[language, text] as [Language, Text]]
  })
}

/** The refusal of a text that can't be shown in this language, with the reason. */
export function notShowable(language: Language, what: string): Refusal {
  return new Refusal('text_not_showable', { field: 'texts_file', values: { language, what } })
}

/**
 * Requires each language to name the same figures as English, as often: nobody would notice one that a translation
 * lost. Throws `text_not_showable`.
 */
export function refuseOtherNames(named: ReadonlyMap<Language, readonly string[]>): void {
  const listed = (names: readonly string[]) => names.toSorted().join(' ')
  const english = listed(named.get('en') ?? [])
  for (const [language, own] of named) {
    const names = listed(own)
    if (names !== english)
      throw notShowable(language, `it names ${names || '–'}, where English names ${english || '–'}`)
  }
}
