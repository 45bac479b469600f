import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import type { Plan } from '../plans.repository.ts'

/** What a follower's plan owes its leader (PRODUCT §10). */
export interface ShareTerms {
  leader_id: string
  rate_percent: bigint
  /** How far the pair of persons stands below its high-water mark before this plan. */
  carried_loss_micros: Micros
}

/** A plan's result as a pair's mark counts it. */
export interface SharedResult {
  plan_id: string
  revision: number
  profit_micros: Micros
  fee_micros: Micros
  /** Of the first revision; later ones keep it. */
  rate_percent: bigint | null
}

/**
 * What settlement has to ask following, which stands after plans in the order of modules: plans are made with it. All of
 * it in `tx`, system scope.
 */
export interface ProfitSharing {
  /** Which mark plans count towards; those that follow nobody are absent. Locks nothing: it never changes. */
  marksOf(tx: Transaction, plan_ids: readonly string[]): Promise<Map<string, string>>
  /** Locks the marks that these plans count towards, in one order: before anything is posted or read of them. */
  lock(tx: Transaction, plan_ids: readonly string[]): Promise<void>
  /** The terms of plans that are to be settled, each of another mark; absent where one follows nobody. Locks the marks. */
  termsOf(tx: Transaction, plans: readonly Plan[]): Promise<Map<string, ShareTerms>>
  /**
   * A settled plan's profit is another than it was: the loss that it, and every plan of the pair settled after it, has
   * to make up now, in the order of settlement. Changes nothing; the mark is locked.
   */
  revised(tx: Transaction, plan_id: string, profit_micros: Micros): Promise<Map<string, Micros>>
  /** Counts first results towards their marks, each towards another. */
  record(tx: Transaction, results: readonly SharedResult[]): Promise<void>
  /** Counts newest revisions of plans of one mark; the first is the plan that caused the others. */
  recordCorrected(tx: Transaction, results: readonly SharedResult[]): Promise<void>
}

/** A VIP month and the platform's share of cash spend under it (PRODUCT §12). */
export interface RebateTerms {
  vip_id: string
  fee_percent: bigint
}

/** Which customers are VIP at a moment, by customer id, and holds it so until `tx` ends, in one order; VIP answers it. */
export type Rebates = (
  tx: Transaction,
  customer_ids: readonly string[],
  at: Date,
) => Promise<Map<string, RebateTerms>>
