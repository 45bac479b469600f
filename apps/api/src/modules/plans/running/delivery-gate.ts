import type { Transaction } from '../../../database/database.ts'

/** What plans need from delivery, which is above plans and is passed in. It reads its own rows in `tx`. */
export interface DeliveryGate {
  /** Whether every event of this plan that arrived until `time` has been billed or refused. */
  ingestPassed(tx: Transaction, plan_id: string, time: Date): Promise<boolean>
  /** Whether the check for invalid traffic of the plan's events is finished. */
  invalidPassDone(tx: Transaction, plan_id: string): Promise<boolean>
  /** The plans for which both hold; null makes plans settle one by one. */
  settleable: ((tx: Transaction, plan_ids: readonly string[]) => Promise<Set<string>>) | null
}
