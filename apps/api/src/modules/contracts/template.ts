import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import * as z from 'zod/mini'
import { StartError } from '../../database/start-error.ts'

/** What a template may name in `{{…}}`. */
export const TEMPLATE_FACTS = ['operator', 'customer', 'customer_number', 'licence'] as const
export type TemplateFacts = Record<(typeof TEMPLATE_FACTS)[number], string>

/** Facts that every template has to name, so that the parties are clear. */
export const NEEDED_FACTS = [
  'operator',
  'customer',
  'customer_number',
] as const satisfies readonly (typeof TEMPLATE_FACTS)[number][]

const TEXT_LENGTH_MAX = 60_000

/** A template's text in one language, as it is kept. */
export const templateText = z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_LENGTH_MAX))

/** The operator's text in one language. */
export interface Template {
  language: Language
  text: string
  /** A digest of the text, so every change makes another version. */
  version: string
}

/** The language of the stated fallback (PRODUCT §13). */
export const FALLBACK_LANGUAGE = 'en'

const BUILT_IN = fileURLToPath(new URL('./templates', import.meta.url))

/**
 * The operator's templates, `<language>.md` in `folder`, or the program's own services agreement. Throws `StartError`
 * where the fallback is missing or a text names an unknown fact.
 */
export function readTemplates(folder: string | null): ReadonlyMap<Language, Template> {
  const from = folder ?? BUILT_IN
  const templates = new Map<Language, Template>()
  for (const language of LANGUAGES) {
    const path = join(from, `${language}.md`)
    if (!existsSync(path)) continue
    const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim()
    const unknown = unknownFact(text)
    if (unknown) throw new StartError(`The contract ${path} names ${unknown}, which is not known.`)
    templates.set(language, templateOf(language, text))
  }
  if (!templates.has(FALLBACK_LANGUAGE)) {
    throw new StartError(`CONTRACT_TEMPLATES should hold ${FALLBACK_LANGUAGE}.md; ${from} does not.`)
  }
  return templates
}

/** A text in its language, as a template. */
export function templateOf(language: Language, text: string): Template {
  return { language, text, version: createHash('sha256').update(text).digest('hex').slice(0, 12) }
}

/** The first unknown fact that a text names, if any. */
export function unknownFact(text: string): string | undefined {
  return [...text.matchAll(/\{\{(.*?)\}\}/g)].find(
    ([, name]) => !TEMPLATE_FACTS.some((known) => known === name),
  )?.[0]
}

/** A version's texts, as templates by language. */
export function templatesOf(texts: Partial<Record<Language, unknown>>): ReadonlyMap<Language, Template> {
  const parsed = z.parse(z.partialRecord(z.enum(LANGUAGES), templateText), texts)
  return new Map(
    LANGUAGES.flatMap((language) => {
      const text = parsed[language]
      return text === undefined ? [] : [[language, templateOf(language, text)]]
    }),
  )
}

/** The template for a reader of `language`. */
export function templateFor(templates: ReadonlyMap<Language, Template>, language: Language): Template {
  const found = templates.get(language) ?? templates.get(FALLBACK_LANGUAGE)
  if (!found) throw new Error('The contract has no template in its fallback language')
  return found
}

/** The template's text with its facts filled in; lines left empty are removed. */
export function fillTemplate(text: string, facts: TemplateFacts): string {
  return text
    .replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const known = TEMPLATE_FACTS.find((one) => one === name)
      return known ? facts[known].replaceAll(/\s+/g, ' ') : whole
    })
    .trim()
}

/** A paragraph of a template, by its mark. */
export interface Block {
  kind: 'title' | 'heading' | 'item' | 'paragraph'
  text: string
}

/** The text's blocks: `# `, `## `, numbered items, paragraphs. */
export function blocksOf(text: string): Block[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      if (line.startsWith('## ')) return { kind: 'heading', text: line.slice(3) }
      if (line.startsWith('# ')) return { kind: 'title', text: line.slice(2) }
      return { kind: /^\d+\. /.test(line) ? 'item' : 'paragraph', text: line }
    })
}
