import type { StaffAct } from '@adtally/contract/staff-acts.ts'
import type { Transaction } from '../../database/database.ts'
import type { Staff } from '../module.ts'
import { insertLooks } from './repository.ts'

/** What of a customer's is looked at, by what their accountability feed calls the look. */
const SECTIONS = {
  'chat.viewed': 'chat',
  'deposits.viewed': 'deposits',
  'feedback.viewed': 'feedback',
} as const satisfies Partial<Record<StaffAct, string>>

/**
 * Appends that a member of staff looks at something of these customers': each of them sees it in their accountability feed,
 * once for each person, section and hour of the program's time, however often and by however many processes it is looked at.
 */
export async function appendLooks(
  tx: Transaction,
  staff: Staff,
  look: keyof typeof SECTIONS,
  ...customer_ids: readonly string[]
): Promise<void> {
  if (customer_ids.length > 0) await insertLooks(tx, staff.session_token, SECTIONS[look], customer_ids)
}
