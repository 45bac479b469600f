import type { Transaction as KyselyTransaction } from 'kysely'

/**
 * Tables by qualified name (`'plans.plans'`). Each module adds its own in its `tables.ts` by declaration merging, so
 * that the database layer depends on no module.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Schema {}

/** For whom a transaction reads. Row-level security shows a customer, and a partner's party, only rows with their id. */
export type Scope =
  | { kind: 'system' }
  | { kind: 'customer'; customer_id: string }
  | { kind: 'partner'; party_id: string }

/**
 * A transaction from `Database.transaction`, passed explicitly to every repository function. Statements started
 * together (`Promise.all`) cost one round trip; the database runs them one after another, in order.
 */
export type Transaction = KyselyTransaction<Schema>

/** A prepared statement for a hot path; `name` is unique per text. */
export interface SqlStatement {
  name: string
  text: string
}

/** The only access to PostgreSQL. */
export interface Database {
  /** Begins, runs `work`, commits; rolls back if it throws. The only place that begins or commits. */
  transaction<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** One prepared statement with system scope, in its own implicit transaction: for measured hot paths only. */
  query<Row>(statement: SqlStatement, values: readonly unknown[]): Promise<Row[]>
  /**
   * Calls `receive` for each NOTIFY on `channel`. Calls `reconnected` after a lost connection is restored, as
   * notifications may be missing, and if `receive` throws. Resolves once listening; returns a function to stop.
   */
  listen(channel: string, receive: (payload: string) => void, reconnected: () => void): Promise<() => void>
  /** Opens a new connection and queries it, as callers without an idle one must; at most one at a time. */
  reach(): Promise<void>
  close(): Promise<void>
}
