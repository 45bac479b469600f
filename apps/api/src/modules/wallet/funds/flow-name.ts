import type { FlowType } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'

/** The key of a line's name in the texts' `flows`; a returned withdrawal is not a second withdrawal. */
export function flowName(line: {
  type: FlowType
  available_micros: Micros
}): FlowType | 'withdrawal_returned' {
  const is_back = line.type === 'manual_withdrawal' && line.available_micros > 0n
  return is_back ? 'withdrawal_returned' : line.type
}
