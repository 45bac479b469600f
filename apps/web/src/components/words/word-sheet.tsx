import type { Word } from '@adtally/contract/words.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { LanguageNote } from '../header/language-note.tsx'
import { Sheet } from '../header/lazy-dialogs.tsx'
import { LinkRow } from '../link-row.tsx'
import { Loaded } from '../loaded.tsx'
import { Definition } from './definitions.tsx'
import { wordsQuery } from './words-query.ts'

/** A word's definition, further reading, and a link to all words. */
export default function WordSheet({ of, onClose }: { of: Word; onClose: () => void }) {
  const t = useMessages('faq')
  const query = useQuery(wordsQuery())
  const found = query.data?.items.find(({ word }) => word === of)
  return (
    <Sheet open onClose={onClose} title={found?.term ?? t('words')}>
      <Loaded query={query} skeleton={<SkeletonRows rows={1} />}>
        {() =>
          found && (
            <>
              <LanguageNote language={found.language} />
              <Definition word={found} />
              {found.question_id !== null && (
                <LinkRow
                  to={`/ad-center/ques-detail?id=${encodeURIComponent(found.question_id)}`}
                  title={t('readMore')}
                />
              )}
            </>
          )
        }
      </Loaded>
      <LinkRow to="/ad-center/ques-detail?view=words" title={t('words')} detail={t('wordsText')} />
    </Sheet>
  )
}
