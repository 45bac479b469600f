import type { Language } from '@adtally/contract/enums.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { figuresFor, fillFigures } from './fill-figures.ts'
import { inLanguage } from './in-language.ts'
import { notShowable, refuseOtherNames, type TextKind, textKind } from './text-kinds.ts'
import { type ContentFiles, type QuestionText, questionText, type SectionText, sectionText } from './texts.ts'

/** Questions and sections of the rules, whose texts name figures that are filled in. */
export function ownKinds({ questions, sections }: ContentFiles): TextKind[] {
  const linesOfQuestion = ({ question, answer }: QuestionText) => [question, ...answer]
  const linesOfSection = ({ title, paragraphs }: SectionText) => [title, ...paragraphs]
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
  ]
}

/** Throws `text_not_showable` for a figure that there is not, or that not every language names. */
async function refuseFigures<Text>(
  services: Services,
  texts: ReadonlyMap<Language, Text>,
  lines: (text: Text) => string[],
): Promise<void> {
  const figures = figuresFor(policies.current(services), services.settings)
  const said = new Map([...texts].map(([language, text]) => [language, lines(text).join('\n')]))
  for (const [language, text] of said) {
    const unknown = [...text.matchAll(/\{(\w+)\}/g)].find(([, name = '']) => !figures.has(name))
    if (unknown) throw notShowable(language, `it names ${unknown[0]}, which is not known`)
    fillFigures(text, figures)
  }
  refuseOtherNames(said, /\{\w+\}/g)
}
