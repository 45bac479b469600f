import type { Rebates } from '../plans/index.ts'
import { holdRunningMonths } from './months.repository.ts'

/** What settlement asks of VIP: whoever has a month that runs pays the share that the month was opened with (PRODUCT §12). */
export const vipRebates: Rebates = async (tx, customer_ids, at) => {
  const months = await holdRunningMonths(tx, customer_ids, at)
  return new Map(
    months.map(({ customer_id, vip_id, vip_fee_percent }) => [
      customer_id,
      { vip_id, fee_percent: vip_fee_percent },
    ]),
  )
}
