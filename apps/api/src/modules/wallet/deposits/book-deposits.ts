import type { MatchedBy } from '@adtally/contract/operator/finance/deposits.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { tellCustomer } from '../../customer-notice.ts'
import { postTransfers } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import { SUSPENSE } from '../bank-statements/bank-accounts.ts'
import { assignLines, type BankLineRow, insertDeposits } from '../bank-statements/statements.repository.ts'

/** A paid-in line and its owner. */
export interface DepositMatch {
  line: BankLineRow
  customer_id: string
  matched_by: MatchedBy
}

/**
 * Books lines as deposits, from suspense to the customers' available funds, and notifies each. The lines must be
 * locked and unassigned. `proposal_id`: what a second person approved; null for automatic booking. Answers the
 * deposits' ids in the same order.
 */
export async function bookDeposits(
  services: Services,
  tx: Transaction,
  matches: readonly DepositMatch[],
  proposal_id: string | null,
): Promise<string[]> {
  if (matches.length === 0) return []
  const booked_at = services.clock.now()
  const deposits = matches.map(({ line, customer_id, matched_by }) => ({
    deposit_id: newId(),
    customer_id,
    line_id: line.line_id,
    amount_micros: line.amount_micros,
    matched_by,
    booked_at,
    proposal_id,
  }))
  await postTransfers(
    tx,
    deposits.map(({ deposit_id, customer_id, line_id, amount_micros }) => ({
      id: newId(),
      kind: 'posted',
      posting: 'deposit_credited',
      debit: SUSPENSE,
      credit: { code: 'customer_available', owner_id: customer_id },
      amount_micros,
      cause: { kind: 'bank_line', id: line_id },
      flow: { id: deposit_id, type: 'system_deposit', subject_kind: 'bank_line', subject_id: line_id },
    })),
  )
  await insertDeposits(tx, deposits)
  await assignLines(
    tx,
    'deposit',
    deposits.map(({ line_id, deposit_id }) => ({ line_id, assigned_id: deposit_id })),
    booked_at,
  )
  for (const { customer_id, deposit_id, amount_micros } of deposits) {
    await tellCustomer(tx, customer_id, {
      message: 'deposit_credited',
      values: { amount: formatAmount(amount_micros) },
      subject: { kind: 'flow', id: deposit_id },
    })
  }
  return deposits.map(({ deposit_id }) => deposit_id)
}
