import type { Transaction } from '../../../database/database.ts'
import { tellCustomer } from '../../customer-notice.ts'

/** Notices of changes to an account's access or money; each is mailed too (`security-letters.ts`). */
export const SECURITY_NOTICES = [
  'account_closed',
  'archive_taken',
  'beneficiary_changed',
  'contact_changed',
  'login_password_changed',
  'passkey_added',
  'passkey_removed',
  'second_factor_app_removed',
  'second_factor_at_sign_in',
  'second_factor_not_at_sign_in',
  'second_factor_removed',
  'second_factor_set',
  'sessions_ended',
  'transaction_password_changed',
] as const
export type SecurityNotice = (typeof SECURITY_NOTICES)[number]

/** Notifies a customer of a security change, so that they learn of one they did not make. */
export async function tellOfSecurity(
  tx: Transaction,
  customer_id: string,
  notice: SecurityNotice,
): Promise<void> {
  await tellCustomer(tx, customer_id, { message: notice, values: {} })
}
