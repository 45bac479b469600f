import type { OfficeMode } from '@adtally/contract/enums.ts'
import type { Transaction } from '../../database/database.ts'

/** Whether the demo's office acts automatically. */
export async function officeMode(tx: Transaction): Promise<OfficeMode> {
  const { mode } = await tx.selectFrom('sandbox.office').select('mode').executeTakeFirstOrThrow()
  return mode
}

/** Sets the mode; false if it was already set. */
export async function setOfficeMode(tx: Transaction, mode: OfficeMode): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sandbox.office')
    .set({ mode })
    .where('mode', '<>', mode)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
