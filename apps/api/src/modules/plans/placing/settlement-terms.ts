import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import type { Plan } from '../plans.repository.ts'

/** A follower's profit-share terms with the leader (PRODUCT §10). */
export interface ShareTerms {
  leader_id: string
  rate_percent: bigint
  /** How far the pair was below its high-water mark before this plan. */
  carried_loss_micros: Micros
}

/** A plan's result as it counts towards a pair's mark. */
export interface SharedResult {
  plan_id: string
  revision: number
  profit_micros: Micros
  fee_micros: Micros
  /** Set by the first revision; later ones keep it. */
  rate_percent: bigint | null
}

/**
 * What settlement needs from the following module, which is above plans and passed in. All of it runs in `tx`, system
 * scope.
 */
export interface ProfitSharing {
  /** The mark of each plan; plans that follow nobody are absent. Needs no lock, as it never changes. */
  marksOf(tx: Transaction, plan_ids: readonly string[]): Promise<Map<string, string>>
  /** Locks these plans' marks in one order; call it before posting or reading anything about them. */
  lock(tx: Transaction, plan_ids: readonly string[]): Promise<void>
  /** Terms for plans to settle, each with another mark; plans that follow nobody are absent. Locks the marks. */
  termsOf(tx: Transaction, plans: readonly Plan[]): Promise<Map<string, ShareTerms>>
  /**
   * After a settled plan's profit changed: the loss that it and each later plan of the pair, in order of settlement,
   * now has to make up. Changes nothing; the mark must be locked.
   */
  revised(tx: Transaction, plan_id: string, profit_micros: Micros): Promise<Map<string, Micros>>
  /** Counts first results towards their marks, at most one per mark. */
  record(tx: Transaction, results: readonly SharedResult[]): Promise<void>
  /** Counts new revisions of plans of one mark; the first is the plan that caused the others. */
  recordCorrected(tx: Transaction, results: readonly SharedResult[]): Promise<void>
}

/** A VIP month and the platform's share of cash spend in it (PRODUCT §12). */
export interface RebateTerms {
  vip_id: string
  fee_percent: bigint
}

/** Which customers are VIP at a moment, by customer id, locked until `tx` ends, in one order; from VIP. */
export type Rebates = (
  tx: Transaction,
  customer_ids: readonly string[],
  at: Date,
) => Promise<Map<string, RebateTerms>>
