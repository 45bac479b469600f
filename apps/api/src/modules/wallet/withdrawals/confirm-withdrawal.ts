import type { Transaction } from '../../../database/database.ts'
import type { Services } from '../../services.ts'
import { bankAccount, TRANSIT } from '../bank-statements/bank-accounts.ts'
import { postLine } from '../bank-statements/post-line.ts'
import { assignLine, type BankLineRow } from '../bank-statements/statements.repository.ts'
import { moveWithdrawal, type WithdrawalRow } from '../repository.ts'
import { notifyWithdrawal } from './cancel-withdrawal.ts'
import type { StaffWithdrawalLine } from './withdrawal-line.ts'

/**
 * A paid-out line of exactly its payout confirms a sent withdrawal, by its number, or by staff if the bank lost that.
 */
export const CONFIRMED: StaffWithdrawalLine = {
  from: 'sent',
  to: 'confirmed',
  isIt: (line, withdrawal) => -line.amount_micros === withdrawal.payout_micros,
  book: confirm,
  act: 'withdrawal.confirmed',
  reason: (bank_reference, number) => `Bank line ${bank_reference} is the payout of ${number}`,
}

async function confirm(
  services: Services,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  line: BankLineRow,
): Promise<void> {
  const { withdrawal_id } = withdrawal
  await postLine(tx, line, {
    posting: 'withdrawal_confirmed',
    debit: TRANSIT,
    credit: bankAccount(line.rail),
  })
  const confirmed_at = services.clock.now()
  await assignLine(tx, line.line_id, 'withdrawal', withdrawal_id, confirmed_at)
  await moveWithdrawal(tx, withdrawal_id, { status: 'confirmed', confirmed_at, line_id: line.line_id })
  await notifyWithdrawal(tx, withdrawal, 'withdrawal_confirmed')
}
