import { formatAmount } from '@adtally/money/money.ts'
import { type CauseReader, factsOf } from '../wallet/index.ts'
import { monthById } from './months.repository.ts'

/** Describes the VIP month behind a fund-flow entry: its price and time. */
export const VIP_CAUSE: CauseReader = {
  kind: 'vip',
  async tell({ database }, customer_id, { cause_id }) {
    const month = await database.transaction({ kind: 'customer', customer_id }, (tx) =>
      monthById(tx, cause_id),
    )
    if (month?.customer_id !== customer_id) return null
    const facts = factsOf([
      { name: 'amount', kind: 'amount', value: formatAmount(month.price_micros) },
      { name: 'month_begins', kind: 'time', value: month.opened_at.toISOString() },
      { name: 'month_ends', kind: 'time', value: month.ends_at.toISOString() },
    ])
    return { number: null, facts, policy_version: month.policy_version }
  },
}
