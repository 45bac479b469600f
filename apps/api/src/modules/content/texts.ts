import { existsSync, readFileSync } from 'node:fs'
import { QUESTION_TOPICS, type QuestionTopic } from '@adtally/contract/content.ts'
import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import * as z from 'zod/mini'

/** `apps/api/content`: `order.json`, and a folder a language with `faq.json` and `rules.json`. */
const FOLDER = new URL('../../../content/', import.meta.url)

const paragraphs = z.array(z.string().check(z.minLength(1))).check(z.minLength(1))
const order = z.strictObject({
  questions: z.array(
    z.strictObject({
      question_id: z.string(),
      topic: z.enum(QUESTION_TOPICS),
      related: z.array(z.string()),
    }),
  ),
  sections: z.array(z.string()),
})
const faq = z.record(z.string(), z.strictObject({ question: z.string(), answer: paragraphs }))
const rules = z.record(z.string(), z.strictObject({ title: z.string(), paragraphs }))

/** A question with its texts in every language that has it. */
export interface Question {
  question_id: string
  topic: QuestionTopic
  related: string[]
  texts: Partial<Record<Language, { question: string; answer: string[] }>>
}

/** A section of the rules. */
export interface Section {
  section_id: string
  title: string
  paragraphs: string[]
}

/** Everything that `apps/api/content` holds. */
export interface ContentTexts {
  /** In the order of their topics. */
  questions: ReadonlyMap<string, Question>
  /** The rules of a language are shown whole or not at all: two languages must not stand mixed in one text. */
  rules: Partial<Record<Language, Section[]>>
}

/** Reads the texts, once at start; throws where a file is malformed or English lacks one that the order names. */
export function readTexts(): ContentTexts {
  const { questions, sections } = z.parse(order, readJson('order.json'))
  const faqs = byLanguage('faq.json', faq)
  const known = new Map(
    questions.map((question) => [
      question.question_id,
      {
        ...question,
        texts: Object.fromEntries(
          faqs.flatMap(([language, texts]) => {
            const text = texts[question.question_id]
            return text ? [[language, text]] : []
          }),
        ),
      },
    ]),
  )
  const whole = byLanguage('rules.json', rules).flatMap(([language, texts]) => {
    const found = sections.flatMap((section_id) => {
      const text = texts[section_id]
      return text ? [{ section_id, ...text }] : []
    })
    return found.length === sections.length ? [[language, found] as const] : []
  })
  const texts = { questions: known, rules: Object.fromEntries(whole) }
  requireEnglish(texts)
  return texts
}

function requireEnglish(texts: ContentTexts): void {
  const missing = [...texts.questions.values()].filter((question) => !question.texts.en)
  if (missing.length > 0 || !texts.rules.en) {
    throw new Error(`content/en lacks ${missing.map(({ question_id }) => question_id).join() || 'a rule'}`)
  }
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
