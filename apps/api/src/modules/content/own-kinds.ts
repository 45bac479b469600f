import type { Language } from '@adtally/contract/enums.ts'
import { namesIn } from '@adtally/i18n/tell-text.ts'
import type { Services } from '../services.ts'
import { canSay, type Figures, figuresFor, fillFigures } from './fill-figures.ts'
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

/** Questions, sections of the rules and words: texts whose figures are filled in. */
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

/** Throws `text_not_showable` for an unknown figure, one that some language lacks, and lines that can't be shown. */
async function refuseFigures<Text>(
  services: Services,
  texts: ReadonlyMap<Language, Text>,
  lines: (text: Text) => string[],
): Promise<void> {
  const figures = figuresFor(services)
  refuseOtherNames(
    new Map([...texts].map(([language, text]) => [language, namedIn(figures, language, lines(text))])),
  )
}

/** The names in these lines. Throws `text_not_showable` where a line can't be shown. */
function namedIn(figures: Figures, language: Language, lines: readonly string[]): string[] {
  try {
    const names = lines.flatMap(namesIn)
    const unknown = names.find((name) => !figures.values.has(name))
    if (unknown !== undefined) throw new Error(`it names {${unknown}}, which is not known`)
    for (const line of lines) if (canSay(line, figures)) fillFigures(language, line, figures)
    return names
  } catch (error) {
    throw notShowable(language, error instanceof Error ? error.message : 'it is malformed')
  }
}
