import type { Database, Transaction } from '../../database/database.ts'
import type { Refusal } from '../../lib/refusal.ts'
import type { LedgerFigures } from './metrics.ts'
import type { Transfer } from './transfer.ts'

/**
 * A kind of act that moves a customer's money together with rows of its own (HOUSE): many of them commit in one
 * transaction, each with its own result. Payload and outcome are JSON values, because the outcome is kept for
 * good under the customer's `request_id` and answered again to the same request. What `look` and `lookLocked` found, of
 * acts that turn out to be repeated too, is handed on as `Found` and `FoundLocked`.
 */
export interface MoneyActionKind<Payload, Outcome, Found = undefined, FoundLocked = undefined> {
  /** Such as `plan.put`; unique. */
  name: string
  /**
   * Before the accounts are locked: looks at what balances have no part in, and locks it against change, so that a
   * busy account is not held meanwhile. Writes nothing.
   */
  look?(tx: Transaction, payloads: readonly Payload[]): Promise<Found>
  /** As `look`, of what may only be looked at once the accounts are locked. */
  lookLocked?(tx: Transaction, payloads: readonly Payload[]): Promise<FoundLocked>
  /**
   * After the accounts are locked and before transfers: one set-based look at what the rows allow; a refusal, or
   * null to go on, for each. Writes nothing.
   */
  check?(
    tx: Transaction,
    payloads: readonly Payload[],
    findings: Findings<Found, FoundLocked>,
  ): Promise<(Refusal | null)[]>
  /**
   * Together with the transfers of these: one set-based insert. What it schedules and publishes names of `http_request_ids` the
   * request that the act came in by, in the order of the payloads.
   */
  record(
    tx: Transaction,
    payloads: readonly Payload[],
    findings: Findings<Found, FoundLocked>,
    http_request_ids: readonly (string | null)[],
  ): Promise<void>
  /** What an accepted act comes to; known before it is recorded, so that request and rows are written together. */
  outcomeOf(payload: Payload, findings: Findings<Found, FoundLocked>): Outcome
}

/** What a kind's looks found, of all its acts in a batch. */
export interface Findings<Found, FoundLocked> {
  found: Found
  found_locked: FoundLocked
}

/** One act: its transfers are linked (all or none). */
export interface MoneyAction<Payload, Outcome, Found = undefined, FoundLocked = undefined> {
  kind: MoneyActionKind<Payload, Outcome, Found, FoundLocked>
  /** Owner of the request id: a customer. */
  owner_id: string
  request_id: string
  /** What the request said, in a canonical form; another content under the same id is `request_id_reused`. */
  request_content: string
  transfers: readonly Transfer[]
  payload: Payload
}

/**
 * Commits acts in groups (PERFORMANCE, "Group commit"): what queues while batches are in flight is the next. Acknowledged
 * means durable.
 */
export interface LedgerWriter {
  /** Commits one act. Throws `Refusal` (its own, the transfer's `reason_if_short`, or `request_id_reused`). */
  submit<Payload, Outcome, Found, FoundLocked>(
    action: MoneyAction<Payload, Outcome, Found, FoundLocked>,
  ): Promise<Outcome>
  /** The writer whose batches are those of another login. */
  on(database: Database): LedgerWriter
  /** What it committed, also by `on`. */
  figures: LedgerFigures
  /** Waits for what is in flight, also by `on`, then takes no more. */
  close(): Promise<void>
}

/**
 * Posts linked transfers inside a transaction that the caller owns (worker and staff work), through the same
 * database functions. Locks the accounts. Throws `Refusal(reason_if_short)` where one is short and says so, else
 * `LedgerFault` with the result.
 */
export type PostTransfers = (tx: Transaction, transfers: readonly Transfer[]) => Promise<void>
