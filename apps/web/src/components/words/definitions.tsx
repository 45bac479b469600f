import type { Word } from '@adtally/contract/words.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Skeleton } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../loaded.tsx'
import { TextLink } from '../text-link.tsx'
import { type DefinedWord, wordsQuery } from './words-query.ts'

/** A word's definition, with its own language. */
export function Definition({ word: { language, definition } }: { word: DefinedWord }) {
  return (
    <p lang={language} className="text-16">
      {definition}
    </p>
  )
}

/** The definitions of a figure's words, in the given order, with a link to all words. */
export default function Definitions({ words }: { words: readonly Word[] }) {
  const t = useMessages('faq')
  return (
    <Loaded query={useQuery(wordsQuery())} skeleton={<Skeleton className="mt-4 h-20 w-full" />}>
      {({ items }) => (
        <div className="mt-4 border-t border-line pt-3 text-ink">
          <dl className="flex flex-col gap-2">
            {words
              .flatMap((wanted) => items.filter(({ word }) => word === wanted))
              .map(({ word, term, definition, language }) => (
                <div key={word} lang={language}>
                  <dt className="text-14 font-medium">{term}</dt>
                  <dd className="text-14 text-muted">{definition}</dd>
                </div>
              ))}
          </dl>
          <TextLink to="/ad-center/ques-detail?view=words">{t('words')}</TextLink>
        </div>
      )}
    </Loaded>
  )
}
