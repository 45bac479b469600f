import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  Transaction as KyselyTransaction,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { PoolClient } from 'pg'
import type { Schema, Transaction } from './database.ts'
import { databaseError } from './database-error.ts'
import { codeOf } from './start-error.ts'

const IN_FAILED_TRANSACTION = '25P02'
const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()
const driver = new DummyDriver()
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('transactions are begun by Database.transaction only')),
})

// Kysely makes the same texts again and again; a prepared statement saves parsing and planning them each time.
// What has a name keeps it: the server would go on holding a statement whose name was dropped here.
const STATEMENTS_MAX = 500
const names = new Map<string, string>()

function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= STATEMENTS_MAX) return known
  const name = `k${names.size}`
  names.set(text, name)
  return name
}

class TransactionConnection implements DatabaseConnection {
  readonly #client: PoolClient
  #is_over = false
  #failure: unknown

  constructor(client: PoolClient) {
    this.#client = client
  }

  end(): void {
    this.#is_over = true
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // Of statements started together one may fail while others have more to do: that would be for good by itself.
    if (this.#is_over) throw new Error('a statement came after the end of its transaction')
    const name = statementName(sql)
    try {
      const result = await this.#client.query({ text: sql, values: [...parameters], ...(name && { name }) })
      return {
        rows: result.rows,
        ...(result.rowCount !== null && { numAffectedRows: BigInt(result.rowCount) }),
      }
    } catch (error) {
      // What was started together with the statement that failed says only that one did.
      if (codeOf(error) !== IN_FAILED_TRANSACTION) this.#failure = databaseError(error)
      throw this.#failure ?? databaseError(error)
    }
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streaming is not supported')
  }
}

/**
 * Kysely over one checked-out client on which a transaction has begun, and what ends it: a later statement is refused.
 * Its statements leave in the order in which they are started, whether or not those before were answered.
 */
export function transactionOn(client: PoolClient): { tx: Transaction; end: () => void } {
  const connection = new TransactionConnection(client)
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  })
  const tx = new KyselyTransaction<Schema>({ config: { dialect }, driver, dialect, executor })
  return { tx, end: () => connection.end() }
}
