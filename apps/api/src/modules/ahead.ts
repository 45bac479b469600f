import type { AheadKind } from '@adtally/contract/sandbox.ts'
import type { Transaction } from '../database/database.ts'
import type { Services } from './services.ts'

/** Something of a customer's that comes by itself with time. */
export interface Ahead {
  kind: AheadKind
  at: Date
  subject_id: string
  /** What it is called, such as a plan's number. */
  name: string | null
  amount_micros: bigint | null
}

/**
 * What a customer has ahead until a moment, in no order; more of one kind than `AHEAD_MAX` is not told. Reads in that customer's
 * scope.
 */
export type AheadReader = (
  services: Services,
  tx: Transaction,
  whose: { customer_id: string; until: Date },
) => Promise<Ahead[]>

/** Of one kind: nobody reads more. */
export const AHEAD_MAX = 50
