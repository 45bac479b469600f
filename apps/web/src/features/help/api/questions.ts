import type { OutputOf } from '@adtally/contract/call.ts'
import { faqDetail, faqHelpful, faqList, rules } from '@adtally/contract/content.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { language } from '../../../lib/language.ts'

export type Question = OutputOf<typeof faqList>['items'][number]
export type QuestionDetail = OutputOf<typeof faqDetail>

/** Texts change rarely: with the program, or when staff publish a version. */
const KEPT_MS = 5 * 60 * 1000
const PAGE = '100'

/** Every question, in the current language. */
export function questionsQuery() {
  return queryOptions({
    queryKey: [faqList.name, language.get()] as const,
    queryFn: ({ signal }) => everyQuestion(signal),
    staleTime: KEPT_MS,
  })
}

/** All pages, because the search covers all questions. */
async function everyQuestion(signal: AbortSignal): Promise<{ items: Question[] }> {
  const items: Question[] = []
  let cursor: string | undefined
  do {
    const page = await request(faqList, { limit: PAGE, ...(cursor !== undefined && { cursor }) }, { signal })
    items.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return { items }
}

function detailKey(question_id: string) {
  return [faqDetail.name, { question_id }, language.get()] as const
}

/** A question with its answer. */
export function questionQuery(question_id: string) {
  return queryOptions({
    queryKey: detailKey(question_id),
    queryFn: ({ signal }) => request(faqDetail, { question_id }, { signal }),
    staleTime: KEPT_MS,
    meta: { saysGone: true },
  })
}

/** The operation rules. */
export function rulesQuery() {
  return queryOptions({
    queryKey: [rules.name, language.get()] as const,
    queryFn: ({ signal }) => request(rules, {}, { signal }),
    staleTime: KEPT_MS,
  })
}

/** Votes whether an answer helped; shown once the server has it. */
export function useVote(question_id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (helpful: boolean) => request(faqHelpful, { question_id, helpful }),
    onSuccess: ({ helpful }) =>
      client.setQueryData<QuestionDetail>(
        detailKey(question_id),
        (question) => question && { ...question, helpful },
      ),
  })
}
