import type { OutputOf } from '@adtally/contract/call.ts'
import type { Language } from '@adtally/contract/enums.ts'
import type { wordList } from '@adtally/contract/words.ts'
import type { Services } from '../services.ts'
import { figuresFor, fillFigures } from './fill-figures.ts'
import { inLanguage } from './in-language.ts'

/** Every word with its meaning, each in the reader's language or its fallback (PRODUCT §14). */
export function readWords(services: Services, wanted: Language): OutputOf<typeof wordList> {
  const figures = figuresFor(services)
  return {
    items: [...services.content.words.values()].map(({ word, question_id, version, since, texts }) => {
      const { language, text } = inLanguage(texts, wanted)
      return {
        word,
        term: fillFigures(language, text.term, figures),
        definition: fillFigures(language, text.definition, figures),
        ...{ question_id, language, version, since: since?.toISOString() ?? null },
      }
    }),
  }
}
