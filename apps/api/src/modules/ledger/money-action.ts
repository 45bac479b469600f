import type { Transaction } from '../../database/database.ts'
import type { Refusal } from '../refusal.ts'
import type { Transfer, TransferResult } from './transfer.ts'

/**
 * A kind of act that moves a customer's money together with rows of its own (HOUSE): many of them commit in one
 * transaction, each with its own result. Payload and outcome are JSON values, because the outcome is kept for
 * good under the customer's `request_id` and answered again to the same request.
 */
export interface MoneyActionKind<Payload, Outcome> {
  /** Such as `plan.put`; unique. */
  name: string
  /**
   * Before the accounts are locked: looks at what balances have no part in, and locks it against change, so that a
   * busy account is not held meanwhile. Notes what it finds in the payloads, those of repeated requests too; writes
   * nothing.
   */
  look?(tx: Transaction, payloads: readonly Payload[]): Promise<void>
  /** As `look`, of what may only be looked at once the accounts are locked. */
  lookLocked?(tx: Transaction, payloads: readonly Payload[]): Promise<void>
  /**
   * After the accounts are locked and before transfers: one set-based look at what the rows allow; a refusal, or
   * null to go on, for each. Writes nothing.
   */
  check?(tx: Transaction, payloads: readonly Payload[]): Promise<(Refusal | null)[]>
  /** After the transfers of these were accepted: one set-based insert. */
  record(tx: Transaction, payloads: readonly Payload[]): Promise<void>
  /** What an accepted act comes to; known before it is recorded, so that request and rows are written together. */
  outcomeOf(payload: Payload): Outcome
}

/** One act: its transfers are linked (all or none). */
export interface MoneyAction<Payload, Outcome> {
  kind: MoneyActionKind<Payload, Outcome>
  /** Owner of the request id: a customer. */
  owner_id: string
  request_id: string
  /** What the request said, in a canonical form; another content under the same id is `request_id_reused`. */
  request_content: string
  transfers: readonly Transfer[]
  payload: Payload
}

/**
 * Commits acts and transfers in groups (PERFORMANCE, "Group commit"): what queues while batches are in flight is the
 * next. Acknowledged means durable.
 */
export interface LedgerWriter {
  /** Commits one act. Throws `Refusal` (its own, the transfer's `reason_if_short`, or `request_id_reused`). */
  submit<Payload, Outcome>(action: MoneyAction<Payload, Outcome>): Promise<Outcome>
  /**
   * Commits transfers with no rows of their own: linked, all or none; never throws for a rule. For measured
   * paths and tools.
   */
  transfer(transfers: readonly Transfer[]): Promise<TransferResult[]>
  /** Waits for what is in flight, then takes no more. */
  close(): Promise<void>
}

/**
 * Posts linked transfers inside a transaction that the caller owns (worker and staff work), through the same
 * database function. Locks the accounts. Throws `Refusal(reason_if_short)` where one is short and says so, else
 * `LedgerFault` with the result.
 */
export type PostTransfers = (tx: Transaction, transfers: readonly Transfer[]) => Promise<void>
