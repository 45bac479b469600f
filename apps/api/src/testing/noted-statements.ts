import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresQueryCompiler,
} from 'kysely'
import type { Database } from '../database/database.ts'

/** A database as it is, whose transactions leave the texts of their statements in `transactions`, each in its order. */
export function notingStatements(database: Database): { database: Database; transactions: string[][] } {
  const transactions: string[][] = []
  return {
    transactions,
    database: {
      transaction(scope, work) {
        const notes = new StatementNotes()
        transactions.push(notes.texts)
        return database.transaction(scope, (tx) => work(tx.withPlugin(notes)))
      },
      query: (...asked) => database.query(...asked),
      listen: (...asked) => database.listen(...asked),
      reach: () => database.reach(),
      close: () => database.close(),
    },
  }
}

class StatementNotes implements KyselyPlugin {
  readonly texts: string[] = []
  readonly #compiler = new PostgresQueryCompiler()

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    this.texts.push(this.#compiler.compileQuery(node, queryId).sql)
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }
}
