import { existsSync, readFileSync } from 'node:fs'
import { QUESTION_TOPICS, type QuestionTopic } from '@adtally/contract/content.ts'
import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import { WORDS, type Word } from '@adtally/contract/words.ts'
import * as z from 'zod/mini'

/** `apps/api/content`: `order.json`, and for each language a folder with `faq.json`, `rules.json`, `words.json`. */
const FOLDER = new URL('../../../content/', import.meta.url)

const TITLE_LENGTH_MAX = 300
const PARAGRAPH_LENGTH_MAX = 2_000
const DEFINITION_LENGTH_MAX = 600
const PARAGRAPHS_MAX = 30
const COLUMNS_MAX = 3
const ROWS_MAX = 40

const line = z.string().check(z.minLength(1), z.maxLength(TITLE_LENGTH_MAX))
const definition = z.string().check(z.minLength(1), z.maxLength(DEFINITION_LENGTH_MAX))
const paragraphs = z
  .array(z.string().check(z.minLength(1), z.maxLength(PARAGRAPH_LENGTH_MAX)))
  .check(z.minLength(1), z.maxLength(PARAGRAPHS_MAX))
const table = z
  .strictObject({
    columns: z.array(line).check(z.minLength(2), z.maxLength(COLUMNS_MAX)),
    rows: z.array(z.array(line)).check(z.minLength(1), z.maxLength(ROWS_MAX)),
  })
  .check(z.refine(({ columns, rows }) => rows.every((row) => row.length === columns.length)))
const order = z.strictObject({
  questions: z.array(
    z.strictObject({
      question_id: z.string(),
      topic: z.enum(QUESTION_TOPICS),
      related: z.array(z.string()),
    }),
  ),
  sections: z.array(z.string()),
  /** The question that explains a word further, if any. */
  words: z.record(z.enum(WORDS), z.nullable(z.string())),
})
/** A question in one language. */
export const questionText = z.strictObject({
  question: line,
  answer: paragraphs,
  table: z.optional(table),
})
export type QuestionText = z.infer<typeof questionText>
/** A section of the rules in one language. */
export const sectionText = z.strictObject({ title: line, paragraphs })
export type SectionText = z.infer<typeof sectionText>

/** A word in one language. */
export const wordText = z.strictObject({ term: line, definition })
export type WordText = z.infer<typeof wordText>

export interface Versioned {
  /** 1 is the program's own. */
  version: number
  /** When it was published; null for the program's own. */
  since: Date | null
}

type ByLanguage<Text> = Partial<Record<Language, Text>>

/** A question with its texts in every language that has it. */
export interface Question extends Versioned {
  question_id: string
  topic: QuestionTopic
  related: string[]
  texts: ByLanguage<QuestionText>
}

/** A word with its texts in every language that has it. */
export interface DefinedWord extends Versioned {
  word: Word
  question_id: string | null
  texts: ByLanguage<WordText>
}

/** A section of the rules. */
export interface Section extends SectionText, Versioned {
  section_id: string
}

/** The files of `apps/api/content`: the first version of each text, in display order. */
export interface ContentFiles {
  questions: ReadonlyMap<string, Pick<Question, 'question_id' | 'topic' | 'related' | 'texts'>>
  sections: ReadonlyMap<string, ByLanguage<SectionText>>
  words: ReadonlyMap<string, Pick<DefinedWord, 'word' | 'question_id' | 'texts'>>
}

/** A version that replaces a file's text. */
export interface Newer<Text> extends Versioned {
  texts: ByLanguage<Text>
}

/** The texts shown now. */
export interface ContentTexts {
  /** In the order of their topics. */
  questions: ReadonlyMap<string, Question>
  /** A language has all sections of the rules or none: one text must not mix two languages. */
  rules: ByLanguage<Section[]>
  /** In the order of the contract. */
  words: ReadonlyMap<string, DefinedWord>
}

/** Reads the files once at start; throws where one is malformed or English lacks a text that the order names. */
export function readFiles(): ContentFiles {
  const { questions, sections, words } = z.parse(order, readJson('order.json'))
  const faqs = byLanguage('faq.json', z.record(z.string(), questionText))
  const rules = byLanguage('rules.json', z.record(z.string(), sectionText))
  const definitions = byLanguage('words.json', z.partialRecord(z.enum(WORDS), wordText))
  const files: ContentFiles = {
    questions: new Map(
      questions.map((question) => [
        question.question_id,
        { ...question, texts: textsOf(faqs, question.question_id) },
      ]),
    ),
    sections: new Map(sections.map((section_id) => [section_id, textsOf(rules, section_id)])),
    words: new Map(
      WORDS.map((word) => [word, { word, question_id: words[word], texts: textsOf(definitions, word) }]),
    ),
  }
  requireEnglish(files)
  return files
}

/** The texts to show, some of them in newer versions than the files. Pure. */
export function withNewer(
  files: ContentFiles,
  newer: {
    questions: ReadonlyMap<string, Newer<QuestionText>>
    sections: ReadonlyMap<string, Newer<SectionText>>
    words: ReadonlyMap<string, Newer<WordText>>
  },
): ContentTexts {
  const questions = new Map(
    [...files.questions].map(([id, question]) => [id, { ...question, ...FIRST, ...newer.questions.get(id) }]),
  )
  const words = new Map(
    [...files.words].map(([word, defined]) => [word, { ...defined, ...FIRST, ...newer.words.get(word) }]),
  )
  const sections = [...files.sections].map(([section_id, texts]) => ({
    section_id,
    ...(newer.sections.get(section_id) ?? { ...FIRST, texts }),
  }))
  const rules = LANGUAGES.flatMap((language) => {
    const whole = sections.flatMap(({ section_id, version, since, texts }) => {
      const text = texts[language]
      return text ? [{ section_id, version, since, ...text }] : []
    })
    return whole.length === sections.length ? [[language, whole] as const] : []
  })
  return { questions, rules: Object.fromEntries(rules), words }
}

const FIRST: Versioned = { version: 1, since: null }

function textsOf<Text>(
  files: readonly [Language, Partial<Record<string, Text>>][],
  name: string,
): ByLanguage<Text> {
  return Object.fromEntries(
    files.flatMap(([language, texts]) => {
      const text = texts[name]
      return text === undefined ? [] : [[language, text]]
    }),
  )
}

function requireEnglish({ questions, sections, words }: ContentFiles): void {
  const missing = [
    ...[...questions.values()].filter(({ texts }) => !texts.en).map(({ question_id }) => question_id),
    ...[...words.values()].filter(({ texts }) => !texts.en).map(({ word }) => word),
    ...[...sections].filter(([, texts]) => !texts.en).map(([section_id]) => section_id),
  ]
  if (missing.length > 0) throw new Error(`content/en lacks ${missing.join()}`)
}

function byLanguage<Schema extends z.ZodMiniType>(
  file: string,
  schema: Schema,
): [Language, z.infer<Schema>][] {
  return LANGUAGES.flatMap((language) => {
    const path = `${language}/${file}`
    return existsSync(new URL(path, FOLDER)) ? [[language, z.parse(schema, readJson(path))]] : []
  })
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, FOLDER), 'utf8'))
}
