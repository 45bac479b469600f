import type { OutputOf, RequestOf } from '@adtally/contract/call.ts'
import { transactionFlowDetail, transactionFlowList } from '@adtally/contract/wallet.ts'
import { request } from '../../../lib/api.ts'
import { callQuery, pagedQuery } from '../../../lib/call-query.ts'

export type FlowLine = OutputOf<typeof transactionFlowList>['items'][number]

/** Which lines of the fund flow: by type, by the wallet part they changed, by month. */
export type FlowFilter = Pick<RequestOf<typeof transactionFlowList>, 'type' | 'part' | 'month'>

/** Whoever goes on reading reads much: fewer calls, and fewer again when the list is read anew. */
const FOLLOWING_PAGE = '100'

/** The fund flow, newest first, page by page. */
export function fundFlowQuery(filter: FlowFilter) {
  return pagedQuery([transactionFlowList.name, filter], (cursor, signal) => {
    const page = cursor === undefined ? filter : { ...filter, cursor, limit: FOLLOWING_PAGE }
    return request(transactionFlowList, page, { signal })
  })
}

/** One line of the fund flow. */
export function flowLineQuery(id: string) {
  return callQuery(transactionFlowDetail, { id })
}

/** The ledger entries behind a line, page by page. */
export function ledgerEntriesQuery(id: string) {
  return pagedQuery([transactionFlowDetail.name, id, 'entries'], async (cursor, signal) => {
    const { entries } = await request(transactionFlowDetail, cursor === undefined ? { id } : { id, cursor }, {
      signal,
    })
    return entries
  })
}
