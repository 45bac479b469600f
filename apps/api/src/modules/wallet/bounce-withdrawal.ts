import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import * as audit from '../audit/index.ts'
import { postTransfers, type Transfer, transfersByCause } from '../ledger/index.ts'
import { approvedAct, type Staff } from '../module.ts'
import { type Proposed, propose } from '../operators/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { SUSPENSE } from './bank-accounts.ts'
import { notifyWithdrawal } from './cancel-withdrawal.ts'
import { lockWithdrawal, moveWithdrawal, type WithdrawalRow } from './repository.ts'
import { withdrawalNumberIn } from './rules.ts'
import { lockedWithdrawal } from './send-withdrawal.ts'
import { assignLine, type BankLineRow, lockLine } from './statements.repository.ts'

/**
 * A line of money paid in that names a confirmed withdrawal and is exactly its payout: the bank has returned it, so it
 * is the customer's again and no deposit (PRODUCT §3). False where it is none: the line is then looked at as a deposit.
 * The line's money is in suspense by then.
 */
export async function bounceWithdrawalByLine(
  services: Services,
  tx: Transaction,
  line: BankLineRow,
): Promise<boolean> {
  const number = withdrawalNumberIn(line.remittance)
  const withdrawal = number === null ? undefined : await lockWithdrawal(tx, { number })
  if (withdrawal?.status !== 'confirmed' || withdrawal.payout_micros !== line.amount_micros) return false
  await bounce(services, tx, withdrawal, line)
  return true
}

/**
 * A member of staff matches a line to a confirmed withdrawal that the bank returned, less what it kept for itself or
 * without its number. Throws `withdrawal_not_found`, `record_not_found`, `state_conflict`.
 */
export async function bounceWithdrawal(
  services: Services,
  staff: Staff,
  input: { number: string; line_id: string },
) {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const withdrawal = await lockedWithdrawal(tx, { number: input.number })
    const line = await lockLine(tx, input.line_id)
    if (!line) throw new Refusal('record_not_found', { field: 'line_id' })
    const isReturn = line.amount_micros > 0n && line.amount_micros <= (withdrawal.payout_micros ?? 0n)
    if (withdrawal.status !== 'confirmed' || line.assigned_kind !== null || !isReturn) {
      throw new Refusal('state_conflict')
    }
    await bounce(services, tx, withdrawal, line)
    await audit.append(tx, {
      actor: { kind: 'staff', staff },
      action: 'withdrawal.bounced',
      subject: { kind: 'withdrawal', id: withdrawal.withdrawal_id },
      customer_id: withdrawal.customer_id,
      reason: `Bank line ${line.bank_reference} returns ${input.number}`,
    })
    return { withdrawal_id: withdrawal.withdrawal_id, status: 'bounced' }
  })
}

async function bounce(
  services: Services,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  line: BankLineRow,
): Promise<void> {
  const { withdrawal_id, customer_id } = withdrawal
  const { line_id, amount_micros } = line
  await postTransfers(tx, [
    {
      id: newId(),
      kind: 'posted',
      posting: 'withdrawal_bounced',
      debit: SUSPENSE,
      credit: { code: 'customer_available', owner_id: customer_id },
      amount_micros,
      cause: { kind: 'bank_line', id: line_id },
      flow: flowOf(withdrawal_id),
    },
  ])
  const ended_at = services.clock.now()
  await assignLine(tx, line_id, 'withdrawal', withdrawal_id, ended_at)
  await moveWithdrawal(tx, withdrawal_id, {
    status: 'bounced',
    ended_at,
    ended_reason: 'bank_return',
    return_line_id: line_id,
  })
  await notifyWithdrawal(tx, { ...withdrawal, amount_micros }, 'withdrawal_bounced')
}

function flowOf(withdrawal_id: string) {
  return {
    id: newId(),
    type: 'manual_withdrawal',
    subject_kind: 'withdrawal',
    subject_id: withdrawal_id,
  } as const
}

/**
 * Proposes that the bank refused a sent withdrawal before it paid anything, on its own report. Throws
 * `withdrawal_not_found`, `state_conflict` unless it is `sent`.
 */
export async function proposeBankRefused(
  services: Services,
  staff: Staff,
  input: { number: string; evidence: string },
): Promise<Proposed> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const { withdrawal_id, customer_id, status } = await lockedWithdrawal(tx, { number: input.number })
    if (status !== 'sent') throw new Refusal('state_conflict', { field: 'status' })
    return await propose(tx, {
      action: 'withdrawal.refused',
      subject_kind: 'withdrawal',
      subject_id: withdrawal_id,
      customer_id,
      payload: { withdrawal_id },
      reason: `Refused by the bank: ${input.evidence}`,
      maker: staff,
    })
  })
}

/** The second person's half of `proposeBankRefused`: what was sent is reversed whole, the rail's fee with it. */
export const withdrawalRefusedAct = approvedAct({
  action: 'withdrawal.refused',
  checker_roles: ['finance_checker'],
  payload: z.strictObject({ withdrawal_id: z.uuid() }),
  apply: async (services, tx, { withdrawal_id }) => {
    const withdrawal = await lockedWithdrawal(tx, { withdrawal_id })
    if (withdrawal.status !== 'sent') throw new Refusal('state_conflict', { field: 'status' })
    const sent = (await transfersByCause(tx, 'withdrawal', withdrawal_id)).filter(
      ({ kind, posting }) => kind === 'posted' && posting === 'withdrawal_sent',
    )
    const cause = { kind: 'withdrawal', id: withdrawal_id }
    const flow = flowOf(withdrawal_id)
    const back_micros = sent.reduce((sum, one) => sum + one.amount_micros, 0n)
    await postTransfers(tx, [
      ...sent.map(({ id }): Transfer => ({ id: newId(), kind: 'reversal', reverses_id: id, cause, flow })),
      {
        id: newId(),
        kind: 'posted',
        posting: 'withdrawal_ended',
        debit: { code: 'withdrawal_hold', owner_id: withdrawal.customer_id },
        credit: { code: 'customer_available', owner_id: withdrawal.customer_id },
        amount_micros: back_micros,
        cause,
        flow,
      },
    ])
    await moveWithdrawal(tx, withdrawal_id, {
      status: 'bounced',
      ended_at: services.clock.now(),
      ended_reason: 'bank_refused',
    })
    await notifyWithdrawal(tx, { ...withdrawal, amount_micros: back_micros }, 'withdrawal_bounced')
    return { withdrawal_id, status: 'bounced' }
  },
})
