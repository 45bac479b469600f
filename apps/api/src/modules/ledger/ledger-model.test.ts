import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { PostgresDatabase } from '../../database/postgres-database.ts'
import { anyCause } from '../../testing/any-cause.ts'
import { type TestDatabase, testDatabase } from '../../testing/servers/test-database.ts'
import { histories, type Step } from './testing/history.ts'
import { type HistoryOutcome, runHistory } from './testing/run-history.ts'
import { TRANSFER_RESULTS, type TransferResult } from './transfer.ts'
import { decide } from './writing/decide.ts'

let db: TestDatabase
/** The owner's connection, which moves the clock within a history's transaction. */
let owners: PostgresDatabase

beforeAll(async () => {
  db = await testDatabase()
  owners = new PostgresDatabase(db.owner)
  await anyCause(db.asOwner)
})
afterAll(async () => {
  await owners?.close()
  await db?.close()
})

/** A twenty-fifth of what `npm run prove -- full` runs; each outcome occurs some fifty times. */
const RUNS = Number(process.env.LEDGER_HISTORIES ?? 400)

/** A fault usually shows within a hundred or so histories; hardly ever it takes ten times as many. */
const FOUND_IN = 5_000

class RollBack extends Error {}

async function livedThrough(
  database: Database,
  steps: readonly Step[],
  decideOn = decide,
): Promise<HistoryOutcome> {
  let outcome: HistoryOutcome | undefined
  const lived = database.transaction({ kind: 'system' }, async (tx) => {
    outcome = await runHistory(tx, steps, decideOn)
    throw new RollBack()
  })
  await lived.catch((error: unknown) => {
    if (!(error instanceof RollBack)) throw error
  })
  if (!outcome) throw new Error('a history came to no end')
  return outcome
}

test('random histories come to what the model says', { timeout: 300_000 + RUNS * 150 }, async () => {
  const seen = new Map<TransferResult, number>()
  await fc.assert(
    fc.asyncProperty(histories, async (steps) => {
      const { results, disagreements } = await livedThrough(owners, steps)
      for (const result of results) seen.set(result, (seen.get(result) ?? 0) + 1)
      expect(disagreements).toEqual([])
    }),
    { numRuns: RUNS },
  )
  expect([...seen.keys()].toSorted()).toEqual(TRANSFER_RESULTS.toSorted())
})

test('control: a ledger that does not take a failed group back is found out', async () => {
  const withoutUndo: typeof decide = (groups, books) => {
    const alone = decide(
      groups.flat().map((transfer) => [transfer]),
      books,
    )
    const results = alone.results.flat()
    return { ...alone, results: groups.map((group) => results.splice(0, group.length)) }
  }
  const examined = fc.asyncProperty(histories, async (steps) => {
    const { disagreements } = await livedThrough(owners, steps, withoutUndo)
    return disagreements.length === 0
  })
  expect((await fc.check(examined, { numRuns: FOUND_IN, endOnFailure: true })).failed).toBe(true)
})
