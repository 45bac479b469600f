import type { Database, Transaction } from '../../database/database.ts'
import type { Refusal } from '../../lib/refusal.ts'
import type { LedgerFigures } from './metrics.ts'
import type { Transfer } from './transfer.ts'

/**
 * A kind of act that moves a customer's money and writes rows of its own (HOUSE): many acts commit in one
 * transaction, each with its own result. Payload and outcome are JSON values, because the outcome is kept forever
 * under the customer's `request_id` and returned again for the same request. `Found` and `FoundLocked` are what
 * `look` and `lookLocked` return; their acts include ones that turn out to be repeats.
 */
export interface MoneyActionKind<Payload, Outcome, Found = undefined, FoundLocked = undefined> {
  /** Unique, such as `plan.put`. */
  name: string
  /**
   * Before the accounts are locked: reads rows other than balances and locks them against change, so that a busy
   * account is not held meanwhile. Writes nothing.
   */
  look?(tx: Transaction, payloads: readonly Payload[]): Promise<Found>
  /** Like `look`, for what may only be read once the accounts are locked. */
  lookLocked?(tx: Transaction, payloads: readonly Payload[]): Promise<FoundLocked>
  /**
   * After the accounts are locked and before the transfers: one set-based query for what the rows allow. Returns a
   * refusal, or null to go on, for each payload. Writes nothing.
   */
  check?(
    tx: Transaction,
    payloads: readonly Payload[],
    findings: Findings<Found, FoundLocked>,
  ): Promise<(Refusal | null)[]>
  /**
   * Along with the transfers of these acts: one set-based insert. Jobs and messages that it writes carry the act's
   * HTTP request id from `http_request_ids`, which has the order of the payloads.
   */
  record(
    tx: Transaction,
    payloads: readonly Payload[],
    findings: Findings<Found, FoundLocked>,
    http_request_ids: readonly (string | null)[],
  ): Promise<void>
  /** The outcome of an accepted act, computed before recording, so that request and rows are written together. */
  outcomeOf(payload: Payload, findings: Findings<Found, FoundLocked>): Outcome
}

/** What a kind's looks found for all its acts in a batch. */
export interface Findings<Found, FoundLocked> {
  found: Found
  found_locked: FoundLocked
}

/** One act; its transfers are linked (all or none). */
export interface MoneyAction<Payload, Outcome, Found = undefined, FoundLocked = undefined> {
  kind: MoneyActionKind<Payload, Outcome, Found, FoundLocked>
  /** The customer who owns the request id. */
  owner_id: string
  request_id: string
  /** The request in a canonical form; different content under the same id is `request_id_reused`. */
  request_content: string
  transfers: readonly Transfer[]
  payload: Payload
}

/**
 * Commits acts in groups (PERFORMANCE, "Group commit"): acts that queue while batches are in flight form the next
 * batch. Acknowledged means durable.
 */
export interface LedgerWriter {
  /** Commits one act. Throws `Refusal` (its own, the transfer's `reason_if_short`, or `request_id_reused`). */
  submit<Payload, Outcome, Found, FoundLocked>(
    action: MoneyAction<Payload, Outcome, Found, FoundLocked>,
  ): Promise<Outcome>
  /** The same writer for another login, with batches of its own. */
  on(database: Database): LedgerWriter
  /** What this writer committed, including through `on`. */
  figures: LedgerFigures
  /** Waits for batches in flight, including those of `on`, then accepts no more. */
  close(): Promise<void>
}

/**
 * Posts linked transfers inside a transaction that the caller owns (worker and staff work), through the same database
 * functions. Locks the accounts. Throws `Refusal(reason_if_short)` if an account is short and the transfer names a
 * reason, else `LedgerFault` with the results.
 */
export type PostTransfers = (tx: Transaction, transfers: readonly Transfer[]) => Promise<void>
