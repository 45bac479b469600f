import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { transactionFlowDetail, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import type * as z from 'zod/mini'
import { Refusal } from '../../../lib/refusal.ts'
import { dayBounds, monthBounds } from '../../../lib/time-zones.ts'
import { flowLine, flowLineEntries, flowLines } from '../../ledger/index.ts'
import { customerRoute } from '../../route.ts'
import { presentEntry, presentFlowLine } from '../presenter.ts'

export const transactionFlowListRoute = customerRoute(
  transactionFlowList,
  async (input, { customer_id }, { services, language, time_zone }) => {
    const { type, part, search, amount_min, amount_max, cursor, limit } = input
    return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
      const subject_ids =
        search === undefined ? undefined : await services.causes.find(tx, customer_id, search)
      const { items, next_cursor } = await flowLines(tx, customer_id, {
        type,
        part,
        subject_ids,
        amount_min_micros: amount_min,
        amount_max_micros: amount_max,
        ...stretchOf(input, time_zone),
        cursor,
        limit: limit ?? LIMIT_DEFAULT,
      })
      const numbers = await services.causes.numbersOf(tx, items)
      return { items: items.map((row) => presentFlowLine(row, language, numbers)), next_cursor }
    })
  },
)

/** The window that satisfies both the month and the days of the request. */
function stretchOf(
  { month, from, until }: z.infer<typeof transactionFlowList.request>,
  time_zone: string,
): { from_at?: Date; until_at?: Date } {
  const whole = month === undefined ? null : monthBounds(month, time_zone)
  const first = from === undefined ? null : dayBounds(from, time_zone)
  const last = until === undefined ? null : dayBounds(until, time_zone)
  const starts = [whole?.from_at, first?.from_at].filter((at) => at !== undefined)
  const ends = [whole?.until_at, last?.until_at].filter((at) => at !== undefined)
  return {
    ...(starts.length > 0 && { from_at: new Date(Math.max(...starts.map(Number))) }),
    ...(ends.length > 0 && { until_at: new Date(Math.min(...ends.map(Number))) }),
  }
}

export const transactionFlowDetailRoute = customerRoute(
  transactionFlowDetail,
  async ({ id, cursor, limit }, { customer_id }, { services, language }) =>
    await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
      const line = await flowLine(tx, customer_id, id)
      if (!line) throw new Refusal('record_not_found', { field: 'id' })
      const page = await flowLineEntries(tx, customer_id, id, { cursor, limit: limit ?? LIMIT_DEFAULT })
      const numbers = await services.causes.numbersOf(tx, [line])
      return {
        line: presentFlowLine(line, language, numbers),
        entries: { items: page.items.map(presentEntry), next_cursor: page.next_cursor },
      }
    }),
)
