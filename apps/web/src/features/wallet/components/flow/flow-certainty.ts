import type { WalletPart } from '@adtally/contract/enums.ts'
import type { Certainty } from '@adtally/ui/amount.tsx'
import type { FlowLine } from '../../api/fund-flow.ts'

/** If the total has not changed, the server shows the first of these parts that has. */
const SHOWN_FIRST = ['available', 'startup', 'discount', 'pending_spend', 'on_hold', 'to_be_settled'] as const

/** How certain a part's change is. */
export function certaintyOfPart(part: WalletPart): Certainty {
  if (part === 'to_be_settled') return 'estimated'
  return part === 'startup' || part === 'discount' ? 'promotional' : 'booked'
}

/** How certain a line's amount is: as certain as the part that it shows; an amount from several parts is booked. */
export function certaintyOfLine({ amount, parts }: FlowLine): Certainty {
  const shown = SHOWN_FIRST.find((part) => /[1-9]/.test(parts[part]))
  return shown && parts[shown] === amount ? certaintyOfPart(shown) : 'booked'
}
