import { transactionFlowMonth } from '@adtally/contract/money/statements.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { PartSums } from '../ledger/index.ts'
import { customerRoute } from '../route.ts'
import { readMonth } from './read-statement.ts'
import { totalOf } from './rules.ts'

/** `GET /transaction_flow/month`. */
export const monthRoute = customerRoute(
  transactionFlowMonth,
  async ({ month }, { customer_id }, { services, time_zone }) => {
    const found = await readMonth(services, customer_id, month, time_zone)
    return {
      month,
      time_zone,
      from: found.from_at.toISOString(),
      until: found.until_at.toISOString(),
      running: found.is_running,
      opening: presentSums(found.opening),
      types: found.types.map(({ type, sums }) => ({ type, sums: presentSums(sums) })),
      closing: presentSums(found.closing),
      as_of: found.made_at.toISOString(),
    }
  },
)

function presentSums(sums: PartSums) {
  return {
    total: formatAmount(totalOf(sums)),
    available: formatAmount(sums.available_micros),
    pending_spend: formatAmount(sums.pending_spend_micros),
    to_be_settled: formatAmount(sums.to_be_settled_micros),
    on_hold: formatAmount(sums.on_hold_micros),
    discount: formatAmount(sums.discount_micros),
    startup: formatAmount(sums.startup_micros),
  }
}
