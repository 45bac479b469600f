import type { Micros } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import * as audit from '../audit/index.ts'
import { PLATFORM_ID, postTransfers, type Transfer } from '../ledger/index.ts'
import { approvedAct, type Staff } from '../module.ts'
import { type Proposed, propose } from '../operators/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { TRANSIT } from './bank-accounts.ts'
import { beneficiaryById } from './beneficiaries.repository.ts'
import { endWithdrawal, notifyWithdrawal } from './cancel-withdrawal.ts'
import { lockOpenHoldsOf } from './holds.repository.ts'
import { lockedWithdrawal, withdrawalFacts } from './locked-withdrawal.ts'
import { moveWithdrawal, type WithdrawalRow } from './repository.ts'
import { unseal } from './sealed-account.ts'
import { payoutOf } from './withdrawal-eligibility.ts'

const byId = z.strictObject({ withdrawal_id: z.uuid() })

/**
 * Proposes that a withdrawal be approved, for another person to decide. Throws `withdrawal_not_found`,
 * `state_conflict` unless it is `requested`.
 */
export async function proposeApproval(services: Services, staff: Staff, number: string): Promise<Proposed> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const { withdrawal_id, customer_id } = await lockIn(tx, { number }, ['requested'])
    return await propose(services, tx, {
      act: withdrawalApproveAct,
      subject_kind: 'withdrawal',
      subject_id: withdrawal_id,
      customer_id,
      payload: { withdrawal_id },
      reason: `Withdrawal ${number} is in order`,
      maker: staff,
    })
  })
}

/** The second person's half of `proposeApproval`. */
export const withdrawalApproveAct = approvedAct({
  action: 'withdrawal.approve',
  checker_roles: ['finance_checker'],
  payload: byId,
  facts: async (services, tx, { withdrawal_id }) =>
    await withdrawalFacts(services, tx, withdrawal_id, ['Approve', 'approved']),
  apply: async (services, tx, { withdrawal_id }) => {
    await lockIn(tx, { withdrawal_id }, ['requested'])
    await moveWithdrawal(tx, withdrawal_id, { status: 'approved', approved_at: services.clock.now() })
    return { withdrawal_id, status: 'approved' }
  },
})

/** A withdrawal that was handed to the bank, with what the payment order needs. */
export interface HandedOver {
  withdrawal_id: string
  number: string
  payout_micros: Micros
  /** The beneficiary's account data, unsealed. */
  account: unknown
}

/**
 * Says that an approved withdrawal was handed to the bank: its money moves to transit, the rail's fee to fees. Answers
 * what the payment order needs. Throws `withdrawal_not_found`, `state_conflict` unless it is `approved`.
 */
export async function sendWithdrawal(services: Services, staff: Staff, number: string) {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const sent = await handOver(services, tx, await lockIn(tx, { number }, ['approved']))
    await audit.append(tx, {
      actor: { kind: 'staff', staff },
      action: 'withdrawal.sent',
      subject: { kind: 'withdrawal', id: sent.withdrawal_id },
      customer_id: sent.customer_id,
      reason: `Withdrawal ${number} was handed to the bank`,
    })
    const { withdrawal_id, payout_micros, account } = sent
    return { withdrawal_id, number, payout_micros, remittance: number, account }
  })
}

/**
 * Moves a locked, approved withdrawal to the bank. A part that is on hold stays behind: it is the customer's own again
 * when that hold releases, and what is less than a hundredth is at once. Throws `state_conflict` where what is left is
 * not worth the rail's fee.
 */
export async function handOver(
  services: Services,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  payout_file_id: string | null = null,
): Promise<HandedOver & { customer_id: string }> {
  const { withdrawal_id, number, customer_id, amount_micros, rail_fee_micros } = withdrawal
  const held_micros = (await lockOpenHoldsOf(tx, withdrawal_id)).reduce(
    (sum, hold) => sum + hold.amount_micros,
    0n,
  )
  const sent_micros = amount_micros - held_micros
  const payout_micros = payoutOf(sent_micros, rail_fee_micros)
  if (payout_micros === 0n) throw new Refusal('state_conflict', { field: 'status' })
  const rest_micros = sent_micros - rail_fee_micros - payout_micros
  await postTransfers(tx, sentTransfers(withdrawal, payout_micros, rest_micros))
  await moveWithdrawal(tx, withdrawal_id, {
    status: 'sent',
    sent_at: services.clock.now(),
    payout_micros,
    payout_file_id,
  })
  const beneficiary = await beneficiaryById(tx, withdrawal.beneficiary_id)
  await notifyWithdrawal(
    tx,
    { ...withdrawal, amount_micros: payout_micros + rail_fee_micros },
    'withdrawal_sent',
    {
      beneficiary: beneficiary.account_number_masked,
    },
  )
  const { secret } = services.settings
  const account: unknown = JSON.parse(unseal(secret, withdrawal.beneficiary_id, beneficiary.sealed))
  return { withdrawal_id, number, customer_id, payout_micros, account }
}

function sentTransfers(withdrawal: WithdrawalRow, payout_micros: Micros, rest_micros: Micros): Transfer[] {
  const { withdrawal_id, customer_id, rail_fee_micros } = withdrawal
  const base = {
    kind: 'posted',
    posting: 'withdrawal_sent',
    debit: { code: 'withdrawal_hold', owner_id: customer_id },
    cause: { kind: 'withdrawal', id: withdrawal_id },
    flow: {
      id: withdrawal_id,
      type: 'manual_withdrawal',
      subject_kind: 'withdrawal',
      subject_id: withdrawal_id,
    },
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

/** Proposes that a withdrawal end because its beneficiary is wrong: the only reason staff have (PRODUCT §2.3). */
export async function proposeEnd(
  services: Services,
  staff: Staff,
  input: { number: string; evidence: string },
): Promise<Proposed> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const { withdrawal_id, customer_id } = await lockIn(tx, { number: input.number }, [
      'held',
      'requested',
      'approved',
    ])
    return await propose(services, tx, {
      act: withdrawalEndAct,
      subject_kind: 'withdrawal',
      subject_id: withdrawal_id,
      customer_id,
      payload: { withdrawal_id },
      reason: `Wrong beneficiary: ${input.evidence}`,
      maker: staff,
    })
  })
}

/** The second person's half of `proposeEnd`. */
export const withdrawalEndAct = approvedAct({
  action: 'withdrawal.end',
  checker_roles: ['finance_checker'],
  payload: byId,
  facts: async (services, tx, { withdrawal_id }) =>
    await withdrawalFacts(services, tx, withdrawal_id, ['End, for its beneficiary is wrong,', 'ended']),
  apply: async (services, tx, { withdrawal_id }) => {
    const withdrawal = await lockIn(tx, { withdrawal_id }, ['held', 'requested', 'approved'])
    await endWithdrawal(services, tx, withdrawal, 'wrong_beneficiary')
    return { withdrawal_id, status: 'ended' }
  },
})

async function lockIn(
  tx: Transaction,
  by: { number: string } | { withdrawal_id: string },
  statuses: readonly WithdrawalRow['status'][],
): Promise<WithdrawalRow> {
  const withdrawal = await lockedWithdrawal(tx, by)
  if (!statuses.includes(withdrawal.status)) throw new Refusal('state_conflict', { field: 'status' })
  return withdrawal
}
