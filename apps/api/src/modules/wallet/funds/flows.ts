import { newId } from '../../../database/identifiers.ts'
import type { Flow } from '../../ledger/index.ts'

/** The line of the fund flow that a withdrawal's money moves on. */
export function withdrawalFlow(withdrawal_id: string, id = newId()): Flow {
  return { id, type: 'manual_withdrawal', subject_kind: 'withdrawal', subject_id: withdrawal_id }
}

/** The line that a hold's money moves on: about the withdrawal that it was taken from, where it was. */
export function holdFlow(
  { hold_id, withdrawal_id }: { hold_id: string; withdrawal_id: string | null },
  id = hold_id,
): Flow {
  const subject_kind = withdrawal_id === null ? 'hold' : 'withdrawal'
  return { id, type: 'hold', subject_kind, subject_id: withdrawal_id ?? hold_id }
}
