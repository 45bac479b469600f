import type { Reason } from '@adtally/contract/reasons.ts'
import type { Transaction } from '../../database/database.ts'
import { inactiveStatuses } from './customers.repository.ts'
import { statusReason } from './rules.ts'

/** The refusal for each of these customers whose account is not active, by id; others are absent. */
export async function closedAccounts(
  tx: Transaction,
  customer_ids: readonly string[],
): Promise<Map<string, Reason>> {
  const inactive = await inactiveStatuses(tx, customer_ids)
  return new Map(
    inactive.flatMap(({ customer_id, status }) => {
      const reason = statusReason(status)
      return reason ? [[customer_id, reason]] : []
    }),
  )
}
