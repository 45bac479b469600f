import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct, type Staff } from '../../module.ts'
import { type Proposed, propose } from '../../operators/index.ts'
import type { Services } from '../../services.ts'
import { moveWithdrawal, type WithdrawalRow } from '../repository.ts'
import { endWithdrawal } from './cancel-withdrawal.ts'
import { lockedWithdrawal, withdrawalFacts } from './locked-withdrawal.ts'
import { refuseOrdered } from './payouts.repository.ts'

const byId = z.strictObject({ withdrawal_id: z.uuid() })

/**
 * Proposes to approve a withdrawal, for another person to decide. Throws `withdrawal_not_found`, `state_conflict`
 * unless it is `requested`.
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

/** Proposes to end a withdrawal because its beneficiary is wrong, the only reason that staff have (PRODUCT §2.3). */
export async function proposeEnd(
  services: Services,
  staff: Staff,
  input: { number: string; evidence: string },
): Promise<Proposed> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const { withdrawal_id, customer_id } = await lockUnsent(tx, { number: input.number })
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

export const withdrawalEndAct = approvedAct({
  action: 'withdrawal.end',
  checker_roles: ['finance_checker'],
  payload: byId,
  facts: async (services, tx, { withdrawal_id }) =>
    await withdrawalFacts(services, tx, withdrawal_id, ['End, for its beneficiary is wrong,', 'ended']),
  apply: async (services, tx, { withdrawal_id }) => {
    const withdrawal = await lockUnsent(tx, { withdrawal_id })
    await endWithdrawal(services, tx, withdrawal, 'wrong_beneficiary')
    return { withdrawal_id, status: 'ended' }
  },
})

type Named = { number: string } | { withdrawal_id: string }

/** A withdrawal that may end: nothing was sent, and no payment order includes it. */
async function lockUnsent(tx: Transaction, by: Named): Promise<WithdrawalRow> {
  const withdrawal = await lockIn(tx, by, ['held', 'requested', 'approved'])
  await refuseOrdered(tx, withdrawal.withdrawal_id)
  return withdrawal
}

async function lockIn(
  tx: Transaction,
  by: Named,
  statuses: readonly WithdrawalRow['status'][],
): Promise<WithdrawalRow> {
  const withdrawal = await lockedWithdrawal(tx, by)
  if (!statuses.includes(withdrawal.status)) throw new Refusal('state_conflict', { field: 'status' })
  return withdrawal
}
