import type { auditReceipt } from '@adtally/contract/audit.ts'
import type * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { readEntryOf } from './repository.ts'

/**
 * The whole log entry of a customer's own act, so that anybody who has it can recompute its hash. Not for acts of
 * staff, whose names stay inside. Null where there is none.
 */
export async function receiptOf(
  tx: Transaction,
  action: string,
  subject: { kind: string; id: string },
): Promise<z.infer<typeof auditReceipt> | null> {
  const entry = await readEntryOf(tx, action, subject)
  return entry && { fields: [...entry.fields], previous_hash: entry.previous_hash, hash: entry.hash }
}
