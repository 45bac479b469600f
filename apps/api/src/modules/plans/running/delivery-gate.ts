import type { Transaction } from '../../../database/database.ts'

/**
 * What plans have to ask delivery, which stands above them in the order of modules: delivery sets it in its
 * `create` by `setDeliveryGate`. Both questions are answered from delivery's own rows inside `tx`.
 */
export interface DeliveryGate {
  /** Whether every event of this plan that arrived until `time` has been billed or refused. */
  ingestPassed(tx: Transaction, plan_id: string, time: Date): Promise<boolean>
  /** Whether the invalid-traffic pass over the plan's events is finished. */
  invalidPassDone(tx: Transaction, plan_id: string): Promise<boolean>
  /** Those of plans of which both hold; where it is left out, plans settle one by one. */
  settleable?(tx: Transaction, plan_ids: readonly string[]): Promise<Set<string>>
}

/** Nobody can say yet: states are then left at their latest moments only (PRODUCT §4). */
export const UNKNOWN_DELIVERY: DeliveryGate = {
  ingestPassed: async () => false,
  invalidPassDone: async () => false,
}
