import type { ReceiptPart } from '@adtally/contract/plans/plans.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import { microsOf } from '../../../../lib/figures/signed-amount.ts'
import type { Plan } from '../../api/plans.ts'

/** A step from the profit to what the wallet got: which, how much, and by which entries. */
export interface ReceiptLine {
  name: 'coupon' | 'startup' | 'startup_return' | 'profit_share' | 'rebate' | 'other'
  amount: string
  part: ReceiptPart
}

/**
 * What tells a settled plan's profit from what its customer's available funds got by it, in the order of the books; the
 * lines and the profit add up to `available_change`. None where both are equal line by line, and before settlement.
 */
export function receiptLines({
  settlement,
  spend_parts,
}: Pick<Plan, 'settlement' | 'spend_parts'>): ReceiptLine[] {
  if (!settlement) return []
  const steps: [ReceiptLine['name'], ReceiptPart, Micros][] = [
    // Spend that was not the customer's own is a cost of the plan and none of the wallet's.
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
