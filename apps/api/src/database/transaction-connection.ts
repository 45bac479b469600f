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

// Kysely produces the same texts repeatedly; prepared statements save parsing and planning. Names are kept, because
// the server would keep holding a statement whose name was dropped here.
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
    // When one of several statements fails, the others may start more; alone, these would commit.
    if (this.#is_over) throw new Error('a statement came after the end of its transaction')
    const name = statementName(sql)
    try {
      const result = await this.#client.query({ text: sql, values: [...parameters], ...(name && { name }) })
      return {
        rows: result.rows,
        ...(result.rowCount !== null && { numAffectedRows: BigInt(result.rowCount) }),
      }
    } catch (error) {
      // Statements started with the failed one only say that the transaction has failed.
      if (codeOf(error) !== IN_FAILED_TRANSACTION) this.#failure = databaseError(error)
      throw this.#failure ?? databaseError(error)
    }
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streaming is not supported')
  }
}

/**
 * Kysely on one checked-out client with an open transaction, and a function to end it, after which statements are
 * refused. Statements are sent in the order in which they are started, without waiting for earlier answers.
 */
export function transactionOn(client: PoolClient): { tx: Transaction; end: () => void } {
  const connection = new TransactionConnection(client)
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  })
  const tx = new KyselyTransaction<Schema>({ config: { dialect }, driver, dialect, executor })
  return { tx, end: () => connection.end() }
}
