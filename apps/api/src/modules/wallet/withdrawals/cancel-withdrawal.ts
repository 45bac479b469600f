import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { type CustomerNotice, notifyCustomer } from '../../customer-notice.ts'
import { postTransfers } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import { withdrawalFlow } from '../funds/flows.ts'
import { lockOpenHoldsOf } from '../holds/holds.repository.ts'
import { release } from '../holds/release-hold.ts'
import { lockWallet, lockWithdrawal, moveWithdrawal, type WithdrawalRow } from '../repository.ts'
import { CANCELLABLE_STATUSES } from '../rules.ts'
import { standsInOrder } from './payouts.repository.ts'

/**
 * Cancels the customer's own withdrawal, if nothing was sent and no payment order includes it; a repeat changes
 * nothing. Throws `withdrawal_not_found`, `withdrawal_not_cancellable`.
 */
export async function cancelWithdrawal(
  services: Services,
  customer_id: string,
  withdrawal_id: string,
): Promise<void> {
  await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    await lockWallet(tx, customer_id)
    const withdrawal = await lockWithdrawal(tx, { withdrawal_id })
    if (!withdrawal || withdrawal.customer_id !== customer_id) throw new Refusal('withdrawal_not_found')
    if (withdrawal.status === 'ended' && withdrawal.ended_reason === 'cancelled_by_customer') return
    // Somebody may be handing over the payment order right now.
    if (!CANCELLABLE_STATUSES.includes(withdrawal.status) || (await standsInOrder(tx, withdrawal_id))) {
      throw new Refusal('withdrawal_not_cancellable')
    }
    await endFor(services, tx, withdrawal, 'cancelled_by_customer')
  })
}

export type EndReason = 'cancelled_by_customer' | 'wrong_beneficiary' | 'deposit_recalled'

/**
 * Ends a withdrawal and returns its money. A new beneficiary's hold ends with it; money on hold for other reasons
 * stays there until that hold is released, so that cancelling is no way around it.
 */
export async function endFor(
  services: Services,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  reason: EndReason,
): Promise<void> {
  const { withdrawal_id, customer_id, amount_micros } = withdrawal
  let held_micros = 0n
  for (const hold of await lockOpenHoldsOf(tx, withdrawal_id)) {
    if (hold.reason === 'new_beneficiary')
      await release(services, tx, hold, reason, { withdrawal_ends: true })
    else held_micros += hold.amount_micros
  }
  if (amount_micros > held_micros) {
    await postTransfers(tx, [
      {
        id: newId(),
        kind: 'posted',
        posting: 'withdrawal_ended',
        debit: { code: 'withdrawal_hold', owner_id: customer_id },
        credit: { code: 'customer_available', owner_id: customer_id },
        amount_micros: amount_micros - held_micros,
        cause: { kind: 'withdrawal', id: withdrawal_id },
        flow: withdrawalFlow(withdrawal_id),
      },
    ])
  }
  await moveWithdrawal(tx, withdrawal_id, {
    status: 'ended',
    ended_at: services.clock.now(),
    ended_reason: reason,
  })
  const back_micros = amount_micros - held_micros
  await notifyWithdrawal(tx, { ...withdrawal, amount_micros: back_micros }, 'withdrawal_ended', { reason })
}

type WithdrawalMessage =
  | 'withdrawal_requested'
  | 'withdrawal_ended'
  | 'withdrawal_sent'
  | 'withdrawal_confirmed'
  | 'withdrawal_bounced'

/** A notice to the customer about a withdrawal. */
export function withdrawalNotice(
  withdrawal: Pick<WithdrawalRow, 'customer_id' | 'withdrawal_id' | 'number' | 'amount_micros'>,
  message: WithdrawalMessage,
  values: Record<string, string> = {},
): CustomerNotice {
  return {
    customer_id: withdrawal.customer_id,
    category: 'activity',
    message,
    values: { amount: formatAmount(withdrawal.amount_micros), number: withdrawal.number, ...values },
    subject_kind: 'withdrawal',
    subject_id: withdrawal.withdrawal_id,
  }
}

/** Notifies the customer about a withdrawal. */
export async function notifyWithdrawal(
  tx: Transaction,
  ...told: Parameters<typeof withdrawalNotice>
): Promise<void> {
  await notifyCustomer(tx, withdrawalNotice(...told))
}
