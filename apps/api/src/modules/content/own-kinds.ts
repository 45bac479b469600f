import type { Language } from '@adtally/contract/enums.ts'
import type { Services } from '../services.ts'
import { figuresFor } from './fill-figures.ts'
import { inLanguage } from './in-language.ts'
import { notShowable, refuseOtherNames, type TextKind, textKind } from './text-kinds.ts'
import {
  type ContentFiles,
  type QuestionText,
  questionText,
  type SectionText,
  sectionText,
  type WordText,
  wordText,
} from './texts.ts'

/** Questions, sections of the rules and words, whose texts name figures that are filled in. */
export function ownKinds({ questions, sections, words }: ContentFiles): TextKind[] {
  const linesOfQuestion = ({ question, answer, table }: QuestionText) => [
    question,
    ...answer,
    ...(table ? [...table.columns, ...table.rows.flat()] : []),
  ]
  const linesOfSection = ({ title, paragraphs }: SectionText) => [title, ...paragraphs]
  const linesOfWord = ({ term, definition }: WordText) => [term, definition]
  const readIn: TextKind['readIn'] = (texts, language) => inLanguage(texts, language).language
  return [
    textKind({
      kind: 'question',
      built_in: new Map([...questions].map(([name, { texts }]) => [name, texts])),
      text: questionText,
      lines: linesOfQuestion,
      readIn,
      check: (services, texts) => refuseFigures(services, texts, linesOfQuestion),
    }),
    textKind({
      kind: 'rule',
      built_in: sections,
      text: sectionText,
      lines: linesOfSection,
      readIn,
      check: (services, texts) => refuseFigures(services, texts, linesOfSection),
    }),
    textKind({
      kind: 'word',
      built_in: new Map([...words].map(([name, { texts }]) => [name, texts])),
      text: wordText,
      lines: linesOfWord,
      readIn,
      check: (services, texts) => refuseFigures(services, texts, linesOfWord),
    }),
  ]
}

/** Throws `text_not_showable` for a figure that there is not, or that not every language names. */
async function refuseFigures<Text>(
  services: Services,
  texts: ReadonlyMap<Language, Text>,
  lines: (text: Text) => string[],
): Promise<void> {
  const { values } = figuresFor(services)
  const said = new Map([...texts].map(([language, text]) => [language, lines(text).join('\n')]))
  for (const [language, text] of said) {
    const unknown = [...text.matchAll(/\{(\w+)\}/g)].find(([, name = '']) => !values.has(name))
    if (unknown) throw notShowable(language, `it names ${unknown[0]}, which is not known`)
  }
  refuseOtherNames(said, /\{\w+\}/g)
}
