import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { EmptyState, SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale } from 'use-intl/react'
import { LanguageNote } from '../../../components/header/language-note.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { TextLink } from '../../../components/text-link.tsx'
import { type DefinedWord, wordsQuery } from '../../../components/words/words-query.ts'
import { hasWords } from '../../../lib/forms/typed-text.ts'
import { questionAddress } from './question-list.tsx'
import { TextVersion } from './text-version.tsx'

/** Every word that screens explain, with its definition and a search over both. */
export function WordsView() {
  const t = useMessages('faq')
  const query = useQuery(wordsQuery())
  const [wanted, setWanted] = useState('')
  return (
    <>
      <h2 className="text-20 font-semibold">{t('words')}</h2>
      <TextField
        label={t('searchWords')}
        type="search"
        enterKeyHint="search"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <Loaded query={query} skeleton={<SkeletonRows rows={8} />}>
        {({ items }) => (
          <WordList
            words={items.filter(({ term, definition }) => hasWords(`${term} ${definition}`, wanted))}
          />
        )}
      </Loaded>
      <TextLink to="/ad-center/ques-detail" className="self-center px-3">
        {t('allQuestions')}
      </TextLink>
    </>
  )
}

function WordList({ words }: { words: readonly DefinedWord[] }) {
  const t = useMessages('faq')
  const present = useLocale()
  const other = words.find(({ language }) => language !== present)
  if (words.length === 0) return <EmptyState title={t('noWord')}>{t('nothingText')}</EmptyState>
  return (
    <>
      {other && <LanguageNote language={other.language} />}
      <Card className="py-1">
        <dl className="divide-y divide-line">
          {words.map(({ word, term, definition, language, question_id, version, since }) => (
            <div key={word} className="flex flex-col gap-0.5 py-3">
              <dt lang={language} className="text-16 font-medium">
                {term}
              </dt>
              <dd lang={language} className="text-14">
                {definition}
              </dd>
              {since !== null && (
                <dd>
                  <TextVersion version={version} since={since} />
                </dd>
              )}
              {question_id !== null && (
                <dd>
                  <TextLink
                    to={questionAddress(question_id)}
                    aria-label={t('readMoreOf', { term })}
                    className="-mb-2 min-w-11"
                  >
                    {t('readMore')}
                  </TextLink>
                </dd>
              )}
            </div>
          ))}
        </dl>
      </Card>
    </>
  )
}
