import type { OutputOf, RequestOf } from '@adtally/contract/call.ts'
import { transactionFlowMonth } from '@adtally/contract/money/statements.ts'
import { transactionFlowDetail, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { request } from '../../../lib/api.ts'
import { callQuery, pagesQuery } from '../../../lib/call-query.ts'

export type FlowLine = OutputOf<typeof transactionFlowList>['items'][number]

/** Which lines of the fund flow: by type, wallet part, month or days, amount, and what they speak of. */
export type FlowFilter = Omit<RequestOf<typeof transactionFlowList>, 'cursor' | 'limit'>

/** Whoever goes on reading reads much: fewer calls, and fewer again when the list is read anew. */
const FOLLOWING_PAGE = '100'

/** The fund flow, newest first, page by page; a filtered page may be empty and lead on, which nobody has to scroll for. */
export function fundFlowQuery(filter: FlowFilter) {
  return pagesQuery([transactionFlowList.name, filter], async (cursor, signal) => {
    const first = cursor === undefined ? filter : { ...filter, cursor, limit: FOLLOWING_PAGE }
    let page = await request(transactionFlowList, first, { signal })
    while (page.items.length === 0 && page.next_cursor !== null) {
      const next = { ...filter, cursor: page.next_cursor, limit: FOLLOWING_PAGE }
      page = await request(transactionFlowList, next, { signal })
    }
    return page
  })
}

/** A month in sums: opening balance, what each type changed, closing balance. */
export function flowMonthQuery(month: string) {
  return callQuery(transactionFlowMonth, { month })
}

/** One line of the fund flow. */
export function flowLineQuery(id: string) {
  return callQuery(transactionFlowDetail, { id })
}

/** The ledger entries behind a line, page by page. */
export function ledgerEntriesQuery(id: string) {
  return pagesQuery([transactionFlowDetail.name, id, 'entries'], async (cursor, signal) => {
    const { entries } = await request(transactionFlowDetail, cursor === undefined ? { id } : { id, cursor }, {
      signal,
    })
    return entries
  })
}
