import type { Transaction } from '../../database/database.ts'
import { newestPosition } from './statements.repository.ts'

/**
 * Whether the bank's last closing balance is below what customers were owed then: deposits, plans and platform
 * payouts then stop by themselves; withdrawals go on (PRODUCT §2.11).
 */
export async function paymentsStopped(tx: Transaction): Promise<boolean> {
  const position = await newestPosition(tx)
  return position !== undefined && position.closing_balance_micros < position.customers_money_micros
}
