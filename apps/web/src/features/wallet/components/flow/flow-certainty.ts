import type { WalletPart } from '@adtally/contract/enums.ts'
import type { Certainty } from '@adtally/ui/amount.tsx'
import type { FlowLine } from '../../api/fund-flow.ts'

/** In which order the wire shows a part's change where the total has none: the first that there is. */
const SHOWN_FIRST = ['available', 'startup', 'discount', 'pending_spend', 'on_hold', 'to_be_settled'] as const

/** How sure a change in a part is. */
export function certaintyOfPart(part: WalletPart): Certainty {
  if (part === 'to_be_settled') return 'estimated'
  return part === 'startup' || part === 'discount' ? 'promotional' : 'booked'
}

/** How sure a line's amount is: as the part is that it is the change of; what is of several is a sum of entries. */
export function certaintyOfLine({ amount, parts }: FlowLine): Certainty {
  const shown = SHOWN_FIRST.find((part) => /[1-9]/.test(parts[part]))
  return shown && parts[shown] === amount ? certaintyOfPart(shown) : 'booked'
}
