import type { StaffAct } from '@adtally/contract/staff-acts.ts'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { type BankLineRow, lockLine } from '../bank-statements/statements.repository.ts'
import { refuseBringer } from '../deposits/match-deposit.ts'
import { lockWithdrawal, type WithdrawalRow } from '../repository.ts'
import { withdrawalNumberIn } from '../rules.ts'
import { lockedWithdrawal } from './locked-withdrawal.ts'

/** How a bank statement's line affects a withdrawal. */
export interface WithdrawalLine {
  from: WithdrawalRow['status']
  /** Whether a line that names the withdrawal certainly is its own. */
  isIt(line: BankLineRow, withdrawal: WithdrawalRow): boolean
  book(services: Services, tx: Transaction, withdrawal: WithdrawalRow, line: BankLineRow): Promise<void>
}

/** The same where one of staff may match a line that lost the withdrawal's number. */
export interface StaffWithdrawalLine extends WithdrawalLine {
  to: WithdrawalRow['status']
  /** The audit log's act and reason for a match by staff. */
  act: StaffAct
  reason(bank_reference: string, number: string): string
}

/** Books a line on the withdrawal whose number it names; false if it names none or is not certain. */
export async function bookByNumber(
  kind: WithdrawalLine,
  services: Services,
  tx: Transaction,
  line: BankLineRow,
): Promise<boolean> {
  const number = withdrawalNumberIn(line.remittance)
  const withdrawal = number === null ? undefined : await lockWithdrawal(tx, { number })
  if (withdrawal?.status !== kind.from || !kind.isIt(line, withdrawal)) return false
  await kind.book(services, tx, withdrawal, line)
  return true
}

/** Books a line on staff's withdrawal. Throws `withdrawal_not_found`, `record_not_found`, `state_conflict`. */
export async function bookByStaff(
  kind: StaffWithdrawalLine,
  services: Services,
  staff: Staff,
  { number, line_id }: { number: string; line_id: string },
) {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const withdrawal = await lockedWithdrawal(tx, { number })
    const line = await lockLine(tx, line_id)
    if (!line) throw new Refusal('record_not_found', { field: 'line_id' })
    await refuseBringer(tx, staff, line)
    if (withdrawal.status !== kind.from || line.assigned_kind !== null || !kind.isIt(line, withdrawal)) {
      throw new Refusal('state_conflict')
    }
    await kind.book(services, tx, withdrawal, line)
    const { withdrawal_id, customer_id } = withdrawal
    await audit.byStaff(tx, staff, {
      action: kind.act,
      subject: { kind: 'withdrawal', id: withdrawal_id },
      customer_id,
      reason: kind.reason(line.bank_reference, number),
    })
    return { withdrawal_id, status: kind.to }
  })
}
