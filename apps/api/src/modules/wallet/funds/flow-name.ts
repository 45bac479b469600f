import type { FlowType } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'

/** The key among the texts' `flows` that a line of the fund flow is called by: a withdrawal that came back is no second one. */
export function flowName(line: {
  type: FlowType
  available_micros: Micros
}): FlowType | 'withdrawal_returned' {
  const is_back = line.type === 'manual_withdrawal' && line.available_micros > 0n
  return is_back ? 'withdrawal_returned' : line.type
}
