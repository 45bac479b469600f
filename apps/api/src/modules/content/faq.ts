import type { InputOf, OutputOf } from '@adtally/contract/call.ts'
import type { faqDetail, faqList } from '@adtally/contract/content.ts'
import type { Language } from '@adtally/contract/enums.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { Refusal } from '../../lib/refusal.ts'
import { cutPage } from '../paging.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { canSay, type Figures, figuresFor, fillFigures, policySince } from './fill-figures.ts'
import { inLanguage, type Spoken } from './in-language.ts'
import { keepVote, voteOf } from './repository.ts'
import type { Question, QuestionText, SectionText } from './texts.ts'

/** A question in the reader's language or a fallback. */
export interface SpokenQuestion extends Pick<Question, 'question_id' | 'topic'> {
  language: Language
  question: string
}

/** A question with its answer. */
export interface SpokenAnswer extends SpokenQuestion {
  answer: string[]
  table: OutputOf<typeof faqDetail>['table']
  figures_since: string | null
  related: SpokenQuestion[]
  version: number
  since: string | null
}

/** A section of the rules in one language. */
export type SpokenSection = SectionText & { section_id: string; version: number; since: string | null }

/** A page of the questions, in order. Throws `cursor_invalid`. */
export function listQuestions(
  services: Services,
  { cursor, limit = LIMIT_DEFAULT }: InputOf<typeof faqList>,
  language: Language,
): OutputOf<typeof faqList> {
  const questions = [...services.content.questions.values()]
  const last = questions.findIndex(({ question_id }) => question_id === cursor)
  if (cursor !== undefined && last < 0) throw new Refusal('cursor_invalid', { field: 'cursor' })
  const { items, next_cursor } = cutPage(questions.slice(last + 1), limit, ({ question_id }) => question_id)
  const figures = figuresFor(services)
  return { items: items.map((question) => spoken(figures, question, language)), next_cursor }
}

/** One question with its answer and how this customer judged it. Throws `question_not_found`. */
export async function readQuestion(
  services: Services,
  customer_id: string,
  question_id: string,
  language: Language,
): Promise<SpokenAnswer & { helpful: boolean | null }> {
  const question = theQuestion(services, question_id)
  const helpful = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    voteOf(tx, customer_id, question_id),
  )
  return { ...answered(services, question, language), helpful }
}

/** Keeps whether an answer helped, and the language it was read in. Throws `question_not_found`. */
export async function judgeQuestion(
  services: Services,
  customer_id: string,
  vote: { question_id: string; helpful: boolean },
  language: Language,
): Promise<void> {
  const read = inLanguage(theQuestion(services, vote.question_id).texts, language)
  await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    keepVote(tx, { customer_id, ...vote, language: read.language }),
  )
}

/** The operation rules with today's figures. */
export function readRules(
  services: Services,
  language: Language,
): Spoken<SpokenSection[]> & { policy_version: number } {
  const figures = figuresFor(services)
  const found = inLanguage(services.content.rules, language)
  const text = found.text.map(({ section_id, version, since, title, paragraphs }) => ({
    ...{ section_id, version, since: since?.toISOString() ?? null },
    title: fillFigures(found.language, title, figures),
    paragraphs: said(found.language, paragraphs, figures),
  }))
  return { language: found.language, text, policy_version: policies.current(services).version }
}

function theQuestion({ content }: Services, question_id: string): Question {
  const question = content.questions.get(question_id)
  if (!question) throw new Refusal('question_not_found', { field: 'question_id' })
  return question
}

function spoken(figures: Figures, question: Question, language: Language): SpokenQuestion {
  const { question_id, topic, texts } = question
  const found = inLanguage(texts, language)
  const { language: spoken_in, text } = found
  return { question_id, topic, language: spoken_in, question: fillFigures(spoken_in, text.question, figures) }
}

function answered(services: Services, question: Question, language: Language): SpokenAnswer {
  const figures = figuresFor(services)
  const {
    language: spoken_in,
    text: { answer, table },
  } = inLanguage(question.texts, language)
  const { since } = policySince([...answer, ...(table?.rows.flat() ?? [])], figures)
  return {
    ...spoken(figures, question, language),
    answer: said(spoken_in, answer, figures),
    table: table ? toldTable(spoken_in, table, figures) : null,
    figures_since: since?.toISOString() ?? null,
    ...{ version: question.version, since: question.since?.toISOString() ?? null },
    related: question.related.map((related) => spoken(figures, theQuestion(services, related), language)),
  }
}

/** Paragraphs with figures filled in, without those that name something this program lacks. */
function said(language: Language, paragraphs: readonly string[], figures: Figures): string[] {
  return paragraphs
    .filter((paragraph) => canSay(paragraph, figures))
    .map((paragraph) => fillFigures(language, paragraph, figures))
}

function toldTable(
  language: Language,
  { columns, rows }: NonNullable<QuestionText['table']>,
  figures: Figures,
): NonNullable<SpokenAnswer['table']> {
  return {
    columns,
    rows: rows
      .filter((cells) => cells.every((cell) => canSay(cell, figures)))
      .map((cells) => {
        const { by_policy, since } = policySince(cells, figures)
        return {
          cells: cells.map((cell) => fillFigures(language, cell, figures)),
          ...{ by_policy, since: since?.toISOString() ?? null },
        }
      }),
  }
}
