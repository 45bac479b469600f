import type { Transaction as KyselyTransaction } from 'kysely'

/**
 * Tables by qualified name (`'plans.plans'`). Each module adds its own by declaration merging in its
 * `tables.ts`, so that the database layer knows no module.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Schema {}

/** Who a transaction reads for. Row-level security shows a customer only rows that carry their id. */
export type Scope = { kind: 'system' } | { kind: 'customer'; customer_id: string }

/**
 * A transaction begun by `Database.transaction`; passed explicitly to every repository function. Statements that are
 * started together (`Promise.all`) cost one round trip together: the database carries them out one after the other, in
 * the order in which they were started.
 */
export type Transaction = KyselyTransaction<Schema>

/** A prepared statement of a hot path: `name` is unique per text. */
export interface SqlStatement {
  name: string
  text: string
}

/** The one way to PostgreSQL. */
export interface Database {
  /** Begins, runs `work`, commits; rolls back when it throws. The only place that begins or commits. */
  transaction<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** One prepared statement with system scope, in its own implicit transaction: for measured hot paths only. */
  query<Row>(statement: SqlStatement, values: readonly unknown[]): Promise<Row[]>
  /**
   * Calls `receive` for each NOTIFY on `channel`, and `reconnected` after a lost connection came back, when
   * notices may have been missed, and for one that `receive` throws at. Resolves once listening; returns how to stop.
   */
  listen(channel: string, receive: (payload: string) => void, reconnected: () => void): Promise<() => void>
  /** Opens a connection of its own and asks on it, as whoever finds no idle one has to; at most one at a time. */
  reach(): Promise<void>
  /** Ends all connections. */
  close(): Promise<void>
}
