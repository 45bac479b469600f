import type { AheadKind } from '@adtally/contract/sandbox.ts'
import type { Transaction } from '../database/database.ts'
import type { Services } from './services.ts'

/** Something that will happen to a customer's money or plans on its own, at a known time. */
export interface Ahead {
  kind: AheadKind
  at: Date
  subject_id: string
  /** What it is called, such as a plan's number. */
  name: string | null
  amount_micros: bigint | null
}

/**
 * What will happen for a customer by `until`, in no order, at most `AHEAD_MAX` of each kind. Reads in that customer's scope.
 */
export type AheadReader = (
  services: Services,
  tx: Transaction,
  whose: { customer_id: string; until: Date },
) => Promise<Ahead[]>

/** Of one kind: no reader shows more. */
export const AHEAD_MAX = 50
