import { discardPayoutFile, payoutDiscarding } from '@adtally/contract/operator/finance/withdrawals.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { moneyText } from '../../proposal-facts.ts'
import { discardFile, type PayoutFileView, paymentsOf, payoutFile, takingsOf } from './payouts.repository.ts'

const payoutDiscardAct = approvedAct(payoutDiscarding, {
  payload: z.strictObject({ payout_file_id: z.uuid() }),
  facts: async (services, tx, { payout_file_id }) => {
    const { message_id, payment_count, total_micros } = await openFile(tx, payout_file_id)
    const takings = await takingsOf(tx, payout_file_id)
    const taken = takings.map(({ taken_by, taken_at }) => `${taken_by} at ${taken_at.toISOString()}`)
    const sum = moneyText(services, total_micros)
    const by = taken.length === 0 ? 'nobody' : taken.join(', ')
    return {
      sum_micros: total_micros,
      says: `Discard the payment order ${message_id} of ${payment_count} withdrawals, ${sum} in all, taken out by ${by}: the bank has not got it and never will`,
      before: { payments: sum, taken_out_by: by },
      after: { payments: 'approved, in no payment order' },
    }
  },
  apply: async (_services, tx, { payout_file_id }) => {
    const freed = await paymentsOf(tx, payout_file_id)
    if (!(await discardFile(tx, payout_file_id)))
      throw new Refusal('state_conflict', { field: 'payout_file_id' })
    return { payout_file_id, numbers: freed.map(({ number }) => number) }
  },
})

/**
 * `discard-payout-file`: of a payment order that was never handed over, so that its withdrawals may be taken back, held, or
 * stand in another. Throws `record_not_found`, `state_conflict` where it has ended already.
 */
export const discardPayoutFileVerb = proposalVerb(discardPayoutFile, {
  act: payoutDiscardAct,
  ask: async (_services, tx, { payout_file_id, evidence }) => {
    await openFile(tx, payout_file_id)
    const reason = `Never handed over to the bank: ${evidence}`
    return { subject: { kind: 'payout_file', id: payout_file_id }, payload: { payout_file_id }, reason }
  },
})

async function openFile(tx: Transaction, payout_file_id: string): Promise<PayoutFileView> {
  const file = await payoutFile(tx, payout_file_id)
  if (!file) throw new Refusal('record_not_found', { field: 'payout_file_id' })
  if (file.ended_as !== null) throw new Refusal('state_conflict', { field: 'payout_file_id' })
  return file
}
