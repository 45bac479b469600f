import { pagesQuery } from '@adtally/client/pages-query.ts'
import type { OutputOf, RequestOf } from '@adtally/contract/call.ts'
import { transactionFlowMonth } from '@adtally/contract/money/statements.ts'
import { transactionFlowDetail, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { request } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'

export type FlowLine = OutputOf<typeof transactionFlowList>['items'][number]

/** A filter of fund flow lines: by type, wallet part, month or days, amount, and subject. */
export type FlowFilter = Omit<RequestOf<typeof transactionFlowList>, 'cursor' | 'limit'>

/** Readers who scroll on read much: larger pages mean fewer calls, also when the list is refetched. */
const FOLLOWING_PAGE = '100'

/** The fund flow, newest first, page by page. Skips empty pages, which a filter can cause. */
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

/** A month's sums: opening balance, change by type, closing balance. */
export function flowMonthQuery(month: string) {
  return callQuery(transactionFlowMonth, { month })
}

/** A fund flow line. */
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
