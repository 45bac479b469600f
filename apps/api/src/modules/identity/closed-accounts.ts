import type { AccountStatus } from '@adtally/contract/enums.ts'
import type { Reason } from '@adtally/contract/reasons.ts'
import type { Transaction } from '../../database/database.ts'
import { holdStatuses, inactiveStatuses } from './customers.repository.ts'
import { statusReason } from './rules.ts'

/** The refusal for each of these customers whose account is not active, by id; others are absent. */
export async function closedAccounts(
  tx: Transaction,
  customer_ids: readonly string[],
): Promise<Map<string, Reason>> {
  return refusalsOf(await inactiveStatuses(tx, customer_ids))
}

/** Like `closedAccounts`, but none is closed before the transaction ends. Call it before locking any account. */
export async function holdClosedAccounts(
  tx: Transaction,
  customer_ids: readonly string[],
): Promise<Map<string, Reason>> {
  return refusalsOf(await holdStatuses(tx, customer_ids))
}

function refusalsOf(
  statuses: readonly { customer_id: string; status: AccountStatus }[],
): Map<string, Reason> {
  return new Map(
    statuses.flatMap(({ customer_id, status }) => {
      const reason = statusReason(status)
      return reason ? [[customer_id, reason]] : []
    }),
  )
}
