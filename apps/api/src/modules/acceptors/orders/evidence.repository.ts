import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { OrderEvidenceTable } from '../tables.ts'

export type OrderEvidence = Selectable<OrderEvidenceTable>

/** Keeps one side's evidence for good. */
export async function insertEvidence(
  tx: Transaction,
  evidence: Omit<Insertable<OrderEvidenceTable>, 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('acceptors.order_evidence')
    .values({ ...evidence, created_at: sql<Date>`platform.now()` })
    .execute()
}

/** Evidence of orders, oldest first, by order; orders without any are absent. */
export async function evidenceOf(
  tx: Transaction,
  order_ids: readonly string[],
): Promise<Map<string, OrderEvidence[]>> {
  if (order_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('acceptors.order_evidence')
    .selectAll()
    .where('order_id', 'in', order_ids)
    .orderBy('order_id')
    .orderBy('evidence_id')
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}
