import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { listStaff, lockStaff, type StaffRecord } from '../repository.ts'

/** One person, and everybody who can sign in; none of them can change until this transaction ends. */
export interface StaffLocked {
  record: StaffRecord
  able: StaffRecord[]
}

/** Locks the staff and reads it. Call it before locking anything else. Throws `record_not_found`. */
export async function staffLocked(tx: Transaction, username: string): Promise<StaffLocked> {
  await lockStaff(tx)
  const everybody = await listStaff(tx)
  const record = everybody.find((person) => person.username === username)
  if (!record) throw new Refusal('record_not_found', { field: 'username' })
  return { record, able: everybody.filter(({ disabled_at, activated }) => disabled_at === null && activated) }
}
