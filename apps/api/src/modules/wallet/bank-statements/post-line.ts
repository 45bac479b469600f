import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { type Movement, postTransfers } from '../../ledger/index.ts'
import type { BankLineRow } from './statements.repository.ts'

/** Posts a bank line's whole amount, paid in or out, with the line as its cause. */
export async function postLine(
  tx: Transaction,
  { line_id, amount_micros }: Pick<BankLineRow, 'line_id' | 'amount_micros'>,
  movement: Pick<Movement, 'posting' | 'debit' | 'credit' | 'flow' | 'reason_if_short'>,
): Promise<void> {
  const moved_micros = amount_micros < 0n ? -amount_micros : amount_micros
  const cause = { kind: 'bank_line', id: line_id } as const
  await postTransfers(tx, [{ id: newId(), kind: 'posted', ...movement, amount_micros: moved_micros, cause }])
}
