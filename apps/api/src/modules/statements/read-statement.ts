import { Refusal } from '../../lib/refusal.ts'
import { monthBounds } from '../../lib/time-zones.ts'
import { lineChanges, typeSumsBefore } from '../ledger/index.ts'
import type { Services } from '../services.ts'
import { type AccountStatement, chain, type MonthSums, NO_SUMS, sumsWithin, totalSums } from './rules.ts'

/** Nobody would read a file with more lines. */
export const LINES_MAX = 20_000

/**
 * A month of a customer's fund flow, from its opening to its closing balance. Throws `statement_month_not_begun`,
 * `statement_too_long`.
 */
export async function readStatement(
  services: Services,
  customer_id: string,
  month: string,
  time_zone: string,
): Promise<AccountStatement> {
  const made_at = services.clock.now()
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const { from_at, until_at } = monthBounds(month, time_zone)
    if (from_at > made_at) throw new Refusal('statement_month_not_begun', { field: 'month' })
    const opening = totalSums(await typeSumsBefore(tx, customer_id, from_at))
    const changes = await lineChanges(tx, customer_id, { from_at, until_at, rows_max: LINES_MAX + 1 })
    if (changes.length > LINES_MAX) throw new Refusal('statement_too_long', { field: 'month' })
    const numbers = await services.causes.numbersOf(tx, changes)
    const is_running = until_at > made_at
    return { month, time_zone, made_at, is_running, opening, numbers, ...chain(opening, changes) }
  })
}

/** A month's sums per type, without reading its lines. Throws `statement_month_not_begun`. */
export async function readMonth(
  services: Services,
  customer_id: string,
  month: string,
  time_zone: string,
): Promise<MonthSums> {
  const made_at = services.clock.now()
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const { from_at, until_at } = monthBounds(month, time_zone)
    if (from_at > made_at) throw new Refusal('statement_month_not_begun', { field: 'month' })
    const before = await typeSumsBefore(tx, customer_id, from_at)
    const after = await typeSumsBefore(tx, customer_id, until_at)
    const types = [...after].flatMap(([type, sums]) => {
      const within = sumsWithin(before.get(type) ?? NO_SUMS, sums)
      return within === null ? [] : [{ type, sums: within }]
    })
    const opening = totalSums(before)
    const closing = totalSums(new Map([...before, ...after]))
    return {
      month,
      time_zone,
      made_at,
      from_at,
      until_at,
      is_running: until_at > made_at,
      opening,
      types,
      closing,
    }
  })
}
