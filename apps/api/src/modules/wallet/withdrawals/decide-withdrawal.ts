import {
  approveWithdrawal,
  endWithdrawal,
  withdrawalApproving,
  withdrawalEnding,
} from '@adtally/contract/operator/finance/withdrawals.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { moveWithdrawal, type WithdrawalRow } from '../repository.ts'
import { endFor } from './cancel-withdrawal.ts'
import { aboutWithdrawal, lockedWithdrawal, withdrawalFacts } from './locked-withdrawal.ts'
import { refuseOrdered } from './payouts.repository.ts'

const byId = z.strictObject({ withdrawal_id: z.uuid() })

const withdrawalApproveAct = approvedAct(withdrawalApproving, {
  payload: byId,
  facts: async (services, tx, { withdrawal_id }) =>
    await withdrawalFacts(services, tx, withdrawal_id, ['Approve', 'approved']),
  apply: async (services, tx, { withdrawal_id }) => {
    await lockIn(tx, { withdrawal_id }, ['requested'])
    await moveWithdrawal(tx, withdrawal_id, { status: 'approved', approved_at: services.clock.now() })
    return { withdrawal_id, status: 'approved' }
  },
})

/** `approve-withdrawal`. Throws `withdrawal_not_found`, `state_conflict` unless it is `requested`. */
export const approveWithdrawalVerb = proposalVerb(approveWithdrawal, {
  act: withdrawalApproveAct,
  ask: async (_services, tx, { number }) =>
    aboutWithdrawal(await lockIn(tx, { number }, ['requested']), `Withdrawal ${number} is in order`),
})

const withdrawalEndAct = approvedAct(withdrawalEnding, {
  payload: byId,
  facts: async (services, tx, { withdrawal_id }) =>
    await withdrawalFacts(services, tx, withdrawal_id, ['End, for its beneficiary is wrong,', 'ended']),
  apply: async (services, tx, { withdrawal_id }) => {
    const withdrawal = await lockUnsent(tx, { withdrawal_id })
    await endFor(services, tx, withdrawal, 'wrong_beneficiary')
    return { withdrawal_id, status: 'ended' }
  },
})

/** `end-withdrawal`: because its beneficiary is wrong, the only reason staff have (PRODUCT §2.3). */
export const endWithdrawalVerb = proposalVerb(endWithdrawal, {
  act: withdrawalEndAct,
  ask: async (_services, tx, { number, evidence }) =>
    aboutWithdrawal(await lockUnsent(tx, { number }), `Wrong beneficiary: ${evidence}`),
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
