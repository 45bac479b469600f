import type { Rebates } from '../plans/index.ts'
import { holdRunningMonths } from './months.repository.ts'

/** Rebates for settlement: customers with a running month pay the fee that it was opened with (PRODUCT §12). */
export const vipRebates: Rebates = async (tx, customer_ids, at) => {
  const months = await holdRunningMonths(tx, customer_ids, at)
  return new Map(
    months.map(({ customer_id, vip_id, vip_fee_percent }) => [
      customer_id,
      { vip_id, fee_percent: vip_fee_percent },
    ]),
  )
}
