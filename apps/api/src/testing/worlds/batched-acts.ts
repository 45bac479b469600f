import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresQueryCompiler,
} from 'kysely'
import type { Database } from '../../database/database.ts'
import { createLedgerWriter, type LedgerWriter } from '../../modules/ledger/index.ts'
import type { Services } from '../../modules/services.ts'

/** A money action on the given services. */
type Act = (acting: Services) => Promise<unknown>

const MANY = 20

/**
 * The SQL of the transaction that commits one act, and of the one that commits twenty together. `make` prepares an
 * act, each for another subject. Throws if twenty are not committed together.
 */
export async function statementsOfBatches(
  services: Services,
  make: () => Promise<Act>,
): Promise<{ alone: readonly string[]; together: readonly string[] }> {
  const acts: Act[] = []
  while (acts.length <= MANY) acts.push(await make())
  return {
    alone: await statementsOf(services, acts.slice(0, 1)),
    together: await statementsOf(services, acts.slice(1)),
  }
}

async function statementsOf(services: Services, acts: readonly Act[]): Promise<readonly string[]> {
  const { database, transactions } = notingStatements(services.database)
  const writer = createLedgerWriter(database)
  const all = Promise.withResolvers<void>()
  let ready = 0
  const ledger: LedgerWriter = {
    ...writer,
    async submit(action) {
      ready += 1
      if (ready === acts.length) all.resolve()
      await all.promise
      return await writer.submit(action)
    },
  }
  await Promise.all(acts.map((act) => act({ ...services, ledger })))
  await writer.close()
  const [statements, ...more] = transactions
  if (!statements?.length || more.length > 0) throw new RangeError('they do not share one transaction')
  return statements
}

/** Records the statements of each transaction of a database. */
function notingStatements(database: Database): { database: Database; transactions: string[][] } {
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
