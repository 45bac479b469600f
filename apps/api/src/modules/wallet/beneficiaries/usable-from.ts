import type { Customer } from '../../identity/index.ts'
import type { BeneficiaryRow } from './beneficiaries.repository.ts'

/**
 * A beneficiary with the moment from which money is sent to it: its own wait, or that of the customer's last reset of
 * a password, whichever ends later (PRODUCT §7). The row learns of a reset by a message, so it may lag behind.
 */
export function withResetWait<Row extends BeneficiaryRow | undefined>(
  row: Row,
  customer: Customer | null,
  wait_ms: number,
): Row {
  const reset_until = resetWaitUntil(customer, wait_ms)
  if (!row || !reset_until || reset_until <= row.usable_from) return row
  return { ...row, usable_from: reset_until }
}

/** Until when withdrawals wait after a customer's last reset; null if there was none. */
export function resetWaitUntil(customer: Customer | null, wait_ms: number): Date | null {
  const reset_at = customer?.transaction_password_reset_at
  return reset_at ? new Date(reset_at.getTime() + wait_ms) : null
}
