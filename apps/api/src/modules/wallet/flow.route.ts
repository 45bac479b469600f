import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { transactionFlowDetail, transactionFlowList } from '@adtally/contract/wallet.ts'
import { flowLine, flowLineEntries, flowLines } from '../ledger/index.ts'
import { Refusal } from '../refusal.ts'
import { customerRoute } from '../route.ts'
import { presentEntry, presentFlowLine } from './presenter.ts'

export const transactionFlowListRoute = customerRoute(
  transactionFlowList,
  async ({ type, part, month, cursor, limit }, { customer_id }, { services, language, time_zone }) => {
    const page = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
      flowLines(tx, customer_id, { type, part, month, time_zone, cursor, limit: limit ?? LIMIT_DEFAULT }),
    )
    return { items: page.items.map((row) => presentFlowLine(row, language)), next_cursor: page.next_cursor }
  },
)

export const transactionFlowDetailRoute = customerRoute(
  transactionFlowDetail,
  async ({ id, cursor, limit }, { customer_id }, { services, language }) => {
    const { line, page } = await services.database.transaction(
      { kind: 'customer', customer_id },
      async (tx) => ({
        line: await flowLine(tx, customer_id, id),
        page: await flowLineEntries(tx, customer_id, id, { cursor, limit: limit ?? LIMIT_DEFAULT }),
      }),
    )
    if (!line) throw new Refusal('record_not_found', { field: 'id' })
    return {
      line: presentFlowLine(line, language),
      entries: { items: page.items.map(presentEntry), next_cursor: page.next_cursor },
    }
  },
)
