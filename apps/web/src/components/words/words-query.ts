import type { OutputOf } from '@adtally/contract/call.ts'
import { wordList } from '@adtally/contract/words.ts'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'
import { language } from '../../lib/language.ts'

export type DefinedWord = OutputOf<typeof wordList>['items'][number]

/** Definitions change rarely: with the program, or when staff publish a version. */
const KEPT_MS = 5 * 60 * 1000

/** Every word that screens explain, in the current language. */
export function wordsQuery() {
  return queryOptions({
    queryKey: [wordList.name, language.get()] as const,
    queryFn: ({ signal }) => request(wordList, {}, { signal }),
    staleTime: KEPT_MS,
  })
}
