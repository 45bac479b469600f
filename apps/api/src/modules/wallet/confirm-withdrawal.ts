import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import * as audit from '../audit/index.ts'
import { postTransfers } from '../ledger/index.ts'
import type { Staff } from '../module.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { bankAccount, TRANSIT } from './bank-accounts.ts'
import { notifyWithdrawal } from './cancel-withdrawal.ts'
import { lockWithdrawal, moveWithdrawal, type WithdrawalRow } from './repository.ts'
import { withdrawalNumberIn } from './rules.ts'
import { assignLine, type BankLineRow, lockLine } from './statements.repository.ts'

/**
 * Confirms the sent withdrawal that a paid-out line names by its number, where the amount is exactly its payout.
 * False where it names none, or another amount: the line then waits for a person.
 */
export async function confirmWithdrawalByLine(
  services: Services,
  tx: Transaction,
  line: BankLineRow,
): Promise<boolean> {
  const number = withdrawalNumberIn(line.remittance)
  const withdrawal = number === null ? undefined : await lockWithdrawal(tx, { number })
  if (withdrawal?.status !== 'sent' || !isPayoutOf(line, withdrawal)) return false
  await confirm(services, tx, withdrawal, line)
  return true
}

/**
 * A member of staff matches a paid-out line to a sent withdrawal of the same amount whose number the bank lost.
 * Throws `withdrawal_not_found`, `record_not_found`, `state_conflict`.
 */
export async function confirmWithdrawal(
  services: Services,
  staff: Staff,
  input: { number: string; line_id: string },
) {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, { number: input.number })
    if (!withdrawal) throw new Refusal('withdrawal_not_found')
    const line = await lockLine(tx, input.line_id)
    if (!line) throw new Refusal('record_not_found', { field: 'line_id' })
    if (withdrawal.status !== 'sent' || line.assigned_kind !== null || !isPayoutOf(line, withdrawal)) {
      throw new Refusal('state_conflict')
    }
    await confirm(services, tx, withdrawal, line)
    await audit.append(tx, {
      actor: { kind: 'staff', staff },
      action: 'withdrawal.confirmed',
      subject: { kind: 'withdrawal', id: withdrawal.withdrawal_id },
      customer_id: withdrawal.customer_id,
      reason: `Bank line ${line.bank_reference} is the payout of ${input.number}`,
    })
    return { withdrawal_id: withdrawal.withdrawal_id, status: 'confirmed' }
  })
}

function isPayoutOf(line: BankLineRow, withdrawal: WithdrawalRow): boolean {
  return -line.amount_micros === withdrawal.payout_micros
}

async function confirm(
  services: Services,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  line: BankLineRow,
): Promise<void> {
  const { withdrawal_id } = withdrawal
  await postTransfers(tx, [
    {
      id: newId(),
      kind: 'posted',
      posting: 'withdrawal_confirmed',
      debit: TRANSIT,
      credit: bankAccount(line.rail),
      amount_micros: -line.amount_micros,
      cause: { kind: 'bank_line', id: line.line_id },
    },
  ])
  const confirmed_at = services.clock.now()
  await assignLine(tx, line.line_id, 'withdrawal', withdrawal_id, confirmed_at)
  await moveWithdrawal(tx, withdrawal_id, { status: 'confirmed', confirmed_at, line_id: line.line_id })
  await notifyWithdrawal(tx, withdrawal, 'withdrawal_confirmed')
}
