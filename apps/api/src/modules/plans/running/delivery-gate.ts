import type { Transaction } from '../../../database/database.ts'

/**
 * What plans have to ask delivery, which stands after them in the order of modules: plans are made with it. All of it is
 * answered from delivery's own rows inside `tx`.
 */
export interface DeliveryGate {
  /** Whether every event of this plan that arrived until `time` has been billed or refused. */
  ingestPassed(tx: Transaction, plan_id: string, time: Date): Promise<boolean>
  /** Whether the invalid-traffic pass over the plan's events is finished. */
  invalidPassDone(tx: Transaction, plan_id: string): Promise<boolean>
  /** Those of plans of which both hold; null: plans settle one by one. */
  settleable: ((tx: Transaction, plan_ids: readonly string[]) => Promise<Set<string>>) | null
}
