import type { StaffAct } from '@adtally/contract/staff-acts.ts'
import type { Transaction } from '../../database/database.ts'
import type { Staff } from '../module.ts'
import { insertLooks } from './repository.ts'

/** Sections that staff can look at, by the act's name in the accountability feed. */
const SECTIONS = {
  'chat.viewed': 'chat',
  'deposits.viewed': 'deposits',
  'feedback.viewed': 'feedback',
} as const satisfies Partial<Record<StaffAct, string>>

/**
 * Records that a member of staff looked at something of these customers'. Each sees it in their accountability feed
 * once for each person, section and hour, however often and by however many processes it was looked at.
 */
export async function appendLooks(
  tx: Transaction,
  staff: Staff,
  look: keyof typeof SECTIONS,
  ...customer_ids: readonly string[]
): Promise<void> {
  if (customer_ids.length > 0) await insertLooks(tx, staff.session_token, SECTIONS[look], customer_ids)
}
