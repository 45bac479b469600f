import {
  withdraw as withdrawCall,
  withdrawCancel,
  withdrawList,
  withdrawQuote,
} from '@adtally/contract/money/wallet.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { customerRoute } from '../../route.ts'
import { presentBeneficiary, presentWithdrawal } from '../presenter.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { withdraw } from './withdraw.ts'
import { listWithdrawals, quoteWithdrawal, readWithdrawal } from './withdrawals.ts'

export const withdrawRoute = customerRoute(
  withdrawCall,
  async (input, { customer_id }, { services, language }) => {
    const { withdrawal_id } = await withdraw(services, customer_id, input)
    const { row, holds } = await readWithdrawal(services, customer_id, withdrawal_id)
    return presentWithdrawal(row, holds, language)
  },
)

export const withdrawCancelRoute = customerRoute(
  withdrawCancel,
  async ({ withdrawal_id }, { customer_id }, { services, language }) => {
    await cancelWithdrawal(services, customer_id, withdrawal_id)
    const { row, holds } = await readWithdrawal(services, customer_id, withdrawal_id)
    return presentWithdrawal(row, holds, language)
  },
)

export const withdrawListRoute = customerRoute(
  withdrawList,
  async (page, { customer_id }, { services, language }) => {
    const { items, next_cursor, holds } = await listWithdrawals(services, customer_id, page)
    return { items: items.map((row) => presentWithdrawal(row, holds, language)), next_cursor }
  },
)

export const withdrawQuoteRoute = customerRoute(
  withdrawQuote,
  async (_input, { customer_id }, { services }) => {
    const quote = await quoteWithdrawal(services, customer_id)
    return {
      withdrawable: formatAmount(quote.available_micros),
      rail_fee: formatAmount(quote.rail_fee_micros),
      send_within_ms: quote.send_within_ms,
      sent_after_ms_median: quote.times.median_ms,
      sent_after_ms_p95: quote.times.p95_ms,
      sent_count: quote.times.sent_count,
      sent_late_count: quote.times.sent_late_count,
      second_factor: quote.second_factor,
      beneficiary: quote.beneficiary ? presentBeneficiary(quote.beneficiary) : null,
    }
  },
)
