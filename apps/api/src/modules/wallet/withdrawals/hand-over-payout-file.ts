import { type Micros, total } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { PLATFORM_ID, postTransfers, type Transfer } from '../../ledger/index.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { TRANSIT } from '../bank-statements/bank-accounts.ts'
import { beneficiaryById } from '../beneficiaries/beneficiaries.repository.ts'
import { unseal } from '../beneficiaries/sealed-account.ts'
import { withdrawalFlow } from '../funds/flows.ts'
import { lockOpenHoldsOf } from '../holds/holds.repository.ts'
import { moveWithdrawal, type WithdrawalRow } from '../repository.ts'
import { notifyWithdrawal } from './cancel-withdrawal.ts'
import { lockedWithdrawal } from './locked-withdrawal.ts'
import {
  keepHandOver,
  type PayoutFileView,
  paymentsOf,
  payoutFile,
  takeSealedFile,
} from './payouts.repository.ts'

/**
 * A payment order's bytes, the same every time; records each time who took them. Throws `record_not_found`,
 * `state_conflict` if it was discarded.
 */
export async function takePayoutFile(
  services: Services,
  staff: Staff,
  payout_file_id: string,
): Promise<{ message_id: string; file: string }> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    if (!(await payoutFile(tx, payout_file_id)))
      throw new Refusal('record_not_found', { field: 'payout_file_id' })
    const taken = await takeSealedFile(tx, staff.session_token, payout_file_id)
    if (!taken) throw new Refusal('state_conflict', { field: 'payout_file_id' })
    await audit.byStaff(tx, staff, {
      action: 'payout_file.taken',
      subject: { kind: 'payout_file', id: payout_file_id },
    })
    const file = unseal(services.settings.secret, payout_file_id, taken.sealed)
    return { message_id: taken.message_id, file }
  })
}

/**
 * Records that a payment order was handed over to the bank: its withdrawals become sent, their money goes to transit
 * and the rail's fee to fees. Throws `record_not_found`, `payout_file_not_taken` if nobody has taken it out,
 * `state_conflict` if it was handed over, discarded or rejected by the bank already.
 */
export async function handOver(services: Services, staff: Staff, payout_file_id: string) {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const file = await payoutFile(tx, payout_file_id)
    if (!file) throw new Refusal('record_not_found', { field: 'payout_file_id' })
    const handed_over_at = await keepHandOver(tx, staff.session_token, payout_file_id)
    if (handed_over_at === null) {
      const field = 'payout_file_id'
      if (file.takings > 0 || file.ended_as !== null) throw new Refusal('state_conflict', { field })
      throw new Refusal('payout_file_not_taken', { field, values: { command: 'save-payout-file' } })
    }
    await audit.byStaff(tx, staff, {
      action: 'payout_file.handed_over',
      subject: { kind: 'payout_file', id: payout_file_id },
    })
    const numbers = await sendAll(tx, { kind: 'staff', staff }, file, handed_over_at)
    return { payout_file_id, message_id: file.message_id, handed_over_at, numbers }
  })
}

/** Marks the withdrawals of a handed-over order as sent; answers their numbers. */
export async function sendAll(
  tx: Transaction,
  sender: audit.Actor,
  { payout_file_id, message_id }: Pick<PayoutFileView, 'payout_file_id' | 'message_id'>,
  sent_at: Date,
): Promise<string[]> {
  const numbers: string[] = []
  for (const { withdrawal_id, payout_micros } of await paymentsOf(tx, payout_file_id)) {
    const withdrawal = await lockedWithdrawal(tx, { withdrawal_id })
    await send(tx, withdrawal, { payout_micros, sent_at })
    await audit.append(tx, {
      actor: sender,
      action: 'withdrawal.sent',
      subject: { kind: 'withdrawal', id: withdrawal_id },
      customer_id: withdrawal.customer_id,
      reason: `In the payment order ${message_id}`,
    })
    numbers.push(withdrawal.number)
  }
  return numbers
}

/**
 * Moves a withdrawal's money to the bank, as much as its order pays. Money on hold stays behind and becomes available
 * when that hold is released. What the order does not pay becomes available at once: a fraction of a cent, and what
 * holds have released since the order was written.
 */
async function send(
  tx: Transaction,
  withdrawal: WithdrawalRow,
  { payout_micros, sent_at }: { payout_micros: Micros; sent_at: Date },
): Promise<void> {
  const { withdrawal_id, amount_micros, rail_fee_micros } = withdrawal
  const held_micros = total((await lockOpenHoldsOf(tx, withdrawal_id)).map((hold) => hold.amount_micros))
  const rest_micros = amount_micros - held_micros - rail_fee_micros - payout_micros
  await postTransfers(tx, sentTransfers(withdrawal, payout_micros, rest_micros))
  await moveWithdrawal(tx, withdrawal_id, { status: 'sent', sent_at, payout_micros })
  const { account_number_masked: beneficiary } = await beneficiaryById(tx, withdrawal.beneficiary_id)
  const gone = { ...withdrawal, amount_micros: payout_micros + rail_fee_micros }
  await notifyWithdrawal(tx, gone, 'withdrawal_sent', { beneficiary })
}

function sentTransfers(withdrawal: WithdrawalRow, payout_micros: Micros, rest_micros: Micros): Transfer[] {
  const { withdrawal_id, customer_id, rail_fee_micros } = withdrawal
  const base = {
    kind: 'posted',
    posting: 'withdrawal_sent',
    debit: { code: 'withdrawal_hold', owner_id: customer_id },
    cause: { kind: 'withdrawal', id: withdrawal_id },
    flow: withdrawalFlow(withdrawal_id, withdrawal_id),
  } as const
  const paid: Transfer = { ...base, id: newId(), credit: TRANSIT, amount_micros: payout_micros }
  const charged: Transfer = {
    ...base,
    id: newId(),
    credit: { code: 'fee', owner_id: PLATFORM_ID },
    amount_micros: rail_fee_micros,
  }
  const rest: Transfer = {
    ...base,
    id: newId(),
    posting: 'withdrawal_ended',
    credit: { code: 'customer_available', owner_id: customer_id },
    amount_micros: rest_micros,
  }
  return [paid, ...(rail_fee_micros > 0n ? [charged] : []), ...(rest_micros > 0n ? [rest] : [])]
}
