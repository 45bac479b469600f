import { microsOf } from '@adtally/client/signed-amount.ts'
import type { ReceiptPart } from '@adtally/contract/plans/plans.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type { Plan } from '../../api/plans.ts'

/** A step from the profit to the wallet's change: its name, amount, and the entries behind it. */
export interface ReceiptLine {
  name: 'coupon' | 'startup' | 'startup_return' | 'profit_share' | 'rebate' | 'other'
  amount: string
  part: ReceiptPart
}

/**
 * The differences between a settled plan's profit and the change of available funds, in the books' order; profit and
 * lines add up to `available_change`. Empty before settlement, and if there is no difference.
 */
export function receiptLines({
  settlement,
  spend_parts,
}: Pick<Plan, 'settlement' | 'spend_parts'>): ReceiptLine[] {
  if (!settlement) return []
  const steps: [ReceiptLine['name'], ReceiptPart, Micros][] = [
    // Spend paid by others is a cost of the plan but not of the wallet.
    ['coupon', 'coupon', microsOf(spend_parts.discount)],
    ['startup', 'startup', microsOf(spend_parts.startup)],
    ['startup_return', 'startup_return', -microsOf(settlement.startup_return)],
    ['profit_share', 'profit_share', -microsOf(settlement.profit_share)],
    ['rebate', 'rebate', microsOf(settlement.rebate)],
  ]
  const told = steps.reduce((sum, [, , micros]) => sum + micros, microsOf(settlement.profit))
  // What a correction could not collect, or collected here for another plan.
  const rest = microsOf(settlement.available_change) - told
  return [...steps, ['other', 'available', rest] as const]
    .filter(([, , micros]) => micros !== 0n)
    .map(([name, part, micros]) => ({ name, part, amount: formatAmount(micros) }))
}
