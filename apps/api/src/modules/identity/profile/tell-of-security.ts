import type { Transaction } from '../../../database/database.ts'
import { tellCustomer } from '../../customer-notice.ts'

/** Notices of what opens an account or its money; each goes out by mail too (`security-letters.ts`). */
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

/** Tells a customer of what touches their security, so that whoever did not do it learns of it. */
export async function tellOfSecurity(
  tx: Transaction,
  customer_id: string,
  notice: SecurityNotice,
): Promise<void> {
  await tellCustomer(tx, customer_id, { message: notice, values: {} })
}
