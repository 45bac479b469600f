import type { Pool, PoolClient } from 'pg'
import { currentRequestId, isRequestId } from '../lib/request-context.ts'
import { tracedPart } from '../telemetry/tracing.ts'
import { type Connection, connect, createPool } from './connection.ts'
import type { Database, Scope, SqlStatement, Transaction } from './database.ts'
import { databaseError } from './database-error.ts'
import { isId } from './identifiers.ts'
import { Listener } from './listener.ts'
import { transactionOn } from './transaction-connection.ts'

/** One login's connections to PostgreSQL, opened on first use. */
export class PostgresDatabase implements Database {
  readonly #transactions: Pool
  readonly #statements: Pool
  readonly #listener: Listener
  readonly #connection: Connection
  readonly #role: string
  #reaching: Promise<void> | null = null

  /** `role` is the login's name in traces. */
  constructor(connection: Connection, role = connection.user) {
    this.#connection = connection
    this.#role = role
    this.#transactions = createPool(connection, { max: 12, scope: 'unset' })
    this.#statements = createPool(connection, { max: 4, scope: 'system' })
    this.#listener = new Listener(connection)
  }

  transaction<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return tracedPart('transaction', { role: this.#role }, () => this.#transaction(scope, work))
  }

  async #transaction<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const begin = beginStatement(scope, currentRequestId())
    const client = await this.#checkOut()
    let lost: Error | undefined
    try {
      await client.query(begin)
      const { tx, end } = transactionOn(client)
      const result = await work(tx).finally(end)
      const committed = await tracedPart('transaction.commit', {}, () => client.query('commit'))
      // PostgreSQL answers COMMIT with ROLLBACK if a statement failed and `work` swallowed its error.
      if (committed.command !== 'COMMIT')
        throw new Error('the transaction was rolled back: one of its statements failed')
      return result
    } catch (error) {
      lost = await rollBack(client)
      throw databaseError(error)
    } finally {
      client.release(lost)
    }
  }

  async query<Row>(statement: SqlStatement, values: readonly unknown[]): Promise<Row[]> {
    try {
      const result = await this.#statements.query({
        name: statement.name,
        text: statement.text,
        values: [...values],
      })
      return result.rows
    } catch (error) {
      throw databaseError(error)
    }
  }

  listen(
    channel: string,
    receive: (payload: string) => void,
    reconnected: () => void,
  ): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, receive, reconnected)
  }

  reach(): Promise<void> {
    this.#reaching ??= this.#reachAnew().finally(() => {
      this.#reaching = null
    })
    return this.#reaching
  }

  async close(): Promise<void> {
    // The listener first, because receivers of notifications use the pools.
    await this.#listener.close()
    await Promise.all([this.#transactions.end(), this.#statements.end()])
  }

  async #reachAnew(): Promise<void> {
    const client = await connect(this.#connection)
    try {
      await client.query('select 1')
    } catch (error) {
      throw databaseError(error)
    } finally {
      await client.end()
    }
  }

  async #checkOut(): Promise<PoolClient> {
    try {
      return await this.#transactions.connect()
    } catch (error) {
      throw databaseError(error)
    }
  }
}

/** BEGIN, scope and request in one round trip; validates ids, because a simple query takes no parameters. */
function beginStatement(scope: Scope, request_id: string | null): string {
  const begin = `begin; ${scopeStatement(scope)}`
  if (request_id === null) return begin
  if (!isRequestId(request_id)) throw new TypeError('a request needs an id of the safe form')
  return `${begin}; set local adtally.request_id = '${request_id}'`
}

function scopeStatement(scope: Scope): string {
  if (scope.kind === 'system') return `set local adtally.scope = 'system'`
  if (scope.kind === 'partner') {
    if (!isId(scope.party_id)) throw new TypeError('a scope needs a party id')
    return `set local adtally.scope = 'partner'; set local adtally.party_id = '${scope.party_id}'`
  }
  if (!isId(scope.customer_id)) throw new TypeError('a scope needs a customer id')
  return `set local adtally.scope = 'customer'; set local adtally.customer_id = '${scope.customer_id}'`
}

async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
