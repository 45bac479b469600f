import type { Database } from '../../../database/database.ts'
import type { Transfer, TransferResult } from '../transfer.ts'
import { verifyLedger } from '../verify.ts'
import { createLedgerWriter } from '../writing/ledger-writer.ts'
import { fundedCustomer, posted } from './funded-customer.ts'
import { postGroups, transfer } from './transfer.ts'

/** The outcome of many tries to spend the same money at once. */
export interface DoubleSpendOutcome {
  tries: number
  accepted: number
  refused: number
  /** Neither: the try failed with an error, such as a violated CHECK. */
  failed: number
  /** Money spent beyond what there was. */
  overspent_micros: bigint
  /** The differences that `ledger verify` finds. */
  faults: string[]
}

/**
 * Many tries at once to spend the same money, through a writer on each of `databases` and through transactions of
 * their own; the money suffices for one try in ten. Nothing may be spent twice, and all of it must be spent.
 */
export async function doubleSpend(
  databases: readonly Database[],
  tries: number,
): Promise<DoubleSpendOutcome> {
  const affordable = Math.max(1, Math.floor(tries / 10))
  const writers = databases.map((database) =>
    createLedgerWriter(database, { batch_max: 16, queue_max: tries }),
  )
  const [first] = databases
  const [writer] = writers
  if (!first || !writer) throw new TypeError('a double-spend trial needs a database')
  const { available, hold } = await fundedCustomer(writer, BigInt(affordable))
  const spend = () => posted(available, hold, 1n)
  const alone = Math.floor(tries / 10)
  const through_writers = Array.from({ length: tries - alone }, (_, index) =>
    transfer(writers[index % writers.length] ?? writer, [spend()]),
  )
  const lanes = Array.from({ length: databases.length * LANES }, (_, lane) => {
    const own_tries =
      Math.floor(alone / (databases.length * LANES)) + (lane < alone % (databases.length * LANES) ? 1 : 0)
    return oneAfterTheOther(own_tries, () => spendAlone(databases[lane % databases.length] ?? first, spend()))
  })
  const results = [...(await Promise.allSettled(through_writers)), ...(await Promise.all(lanes)).flat()]
  await Promise.all(writers.map((writer) => writer.close()))
  const accepted = results.filter(
    (result) => result.status === 'fulfilled' && result.value[0] === 'ok',
  ).length
  const failed = results.filter((result) => result.status === 'rejected').length
  return {
    tries,
    accepted,
    refused: tries - accepted - failed,
    failed,
    overspent_micros: BigInt(accepted - affordable),
    faults: await faultsOf(first),
  }
}

/** Own transactions at once on each database: no more than it has connections for. */
const LANES = 8

async function oneAfterTheOther<T>(
  times: number,
  work: () => Promise<T>,
): Promise<PromiseSettledResult<T>[]> {
  const results: PromiseSettledResult<T>[] = []
  for (let time = 0; time < times; time += 1) results.push(...(await Promise.allSettled([work()])))
  return results
}

async function spendAlone(database: Database, spending: Transfer): Promise<TransferResult[]> {
  const results = await database.transaction({ kind: 'system' }, (tx) => postGroups(tx, [[spending]]))
  return results.flat()
}

async function faultsOf(database: Database): Promise<string[]> {
  const { differences } = await database.transaction({ kind: 'system' }, verifyLedger)
  return differences.map(({ fault }) => fault)
}
