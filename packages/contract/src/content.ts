import * as z from 'zod/mini'
import { customerCall, publicCall } from './call.ts'
import { LANGUAGES, NOTIFICATION_CATEGORIES } from './enums.ts'
import { because, id, pageOf, pageQuery, text, time } from './fields.ts'

/** Topics of questions, in the order listed. */
export const QUESTION_TOPICS = ['plans', 'extras', 'money', 'exchange', 'trust', 'account'] as const
export type QuestionTopic = (typeof QUESTION_TOPICS)[number]

/** A text's language: the caller's, or its fallback (PRODUCT §14). */
const language = z.enum(LANGUAGES)

const questionId = text(64)

/** A text's version: 1, without a date, is the program's own; later ones were published by two members of staff. */
const versioned = { version: z.int(), since: z.nullable(time) }

/** A table of an answer, such as every fee with its figure. */
const answerTable = z.object({
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      cells: z.array(z.string()),
      /** Whether it contains a figure of the policy table. */
      by_policy: z.boolean(),
      /** Since when its policy figures have their values; null: since the first version, or it has none. */
      since: z.nullable(time),
    }),
  ),
})

const question = z.object({
  question_id: z.string(),
  topic: z.enum(QUESTION_TOPICS),
  question: z.string(),
  language,
})

export const faqList = publicCall('GET /faq/list', {
  name: 'faqList',
  summary: 'Every frequently asked question, in the order of its topics',
  request: z.strictObject(pageQuery),
  response: pageOf(question),
  refusals: ['cursor_invalid'],
})

export const faqDetail = customerCall('GET /faq/detail', {
  name: 'faqDetail',
  auth: 'restricted',
  summary: 'One question with its answer, related questions and how the caller judged it',
  request: z.strictObject({ question_id: questionId }),
  response: z.object({
    ...question.shape,
    /** Paragraphs of plain text. */
    answer: z.array(z.string()),
    table: z.nullable(answerTable),
    /** Since when the answer's policy figures have their values; null: since the first version, or it has none. */
    figures_since: z.nullable(time),
    related: z.array(question),
    ...versioned,
    /** The caller's own vote, or null. */
    helpful: z.nullable(z.boolean()),
  }),
  refusals: ['question_not_found'],
})

export const faqHelpful = customerCall('POST /faq/helpful', {
  name: 'faqHelpful',
  auth: 'restricted',
  summary: 'Say whether an answer helped; a later vote replaces an earlier one',
  request: z.strictObject({
    question_id: questionId,
    helpful: z.boolean({ error: because('field_invalid') }),
  }),
  response: z.object({ helpful: z.boolean() }),
  refusals: ['question_not_found'],
})

export const rules = publicCall('GET /rules', {
  name: 'rules',
  summary: 'The operation rules, with the version that is in force and the figures it was written for',
  request: z.strictObject({}),
  response: z.object({
    language,
    policy_version: z.int(),
    sections: z.array(
      z.object({
        section_id: z.string(),
        ...versioned,
        title: z.string(),
        paragraphs: z.array(z.string()),
      }),
    ),
  }),
  refusals: [],
})

export const announcementList = customerCall('GET /announcement/list', {
  name: 'announcementList',
  auth: 'restricted',
  summary:
    'Announcements, maintenance and activities for the caller that have begun and not ended, newest first',
  request: z.strictObject({
    ...pageQuery,
    category: z.optional(z.enum(NOTIFICATION_CATEGORIES, { error: because('field_invalid') })),
  }),
  response: pageOf(
    z.object({
      announcement_id: id,
      category: z.enum(NOTIFICATION_CATEGORIES),
      title: z.string(),
      content: z.string(),
      language,
      published_at: time,
      ends_at: z.nullable(time),
    }),
  ),
  refusals: ['cursor_invalid'],
})
