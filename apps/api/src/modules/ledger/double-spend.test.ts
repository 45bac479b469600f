import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresDatabase } from '../../database/postgres-database.ts'
import { anyCause } from '../../testing/any-cause.ts'
import { missingLock } from '../../testing/plant.ts'
import { type TestDatabase, testDatabase } from '../../testing/servers/test-database.ts'
import { type DoubleSpendOutcome, doubleSpend } from './testing/double-spend.ts'
import { withMutant } from './testing/mutants.ts'

// A tenth of the gate in e2e/prove/faults/double-spend.gate.ts.
const TRIES = Number(process.env.DOUBLE_SPEND_TRIES ?? 1_000)

const MEETING_TRIES = 1_000
const ROUNDS_MAX = 10

let db: TestDatabase
let databases: PostgresDatabase[]

beforeAll(async () => {
  db = await testDatabase()
  await anyCause(db.asOwner)
  databases = Array.from({ length: 4 }, () => new PostgresDatabase(db.program))
})
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()))
  await db?.close()
})

test('money is spent once, however many try at once', { timeout: 600_000 }, async () => {
  const outcome = await doubleSpend(databases, TRIES)
  expect(outcome).toEqual({
    tries: TRIES,
    accepted: TRIES / 10,
    refused: TRIES - TRIES / 10,
    failed: 0,
    overspent_micros: 0n,
    faults: [],
  })
})

test('without the row lock alone the table refuses, and what it refused is decided on again, rightly', {
  timeout: 600_000,
}, async () => {
  const [, ...lock_alone] = missingLock()
  const outcome = await withMutant(db, lock_alone, () => doubleSpend(databases, TRIES))
  expect(outcome).toMatchObject({ overspent_micros: 0n, faults: [] })
})

test('control: with neither, money is spent twice', { timeout: 600_000 }, async () => {
  const outcome = await withMutant(db, missingLock(), spentTwice)
  expect(outcome.overspent_micros).toBeGreaterThan(0n)
  expect(outcome.faults).toContain('below_zero')
})

/** Money can only be spent twice in the moment when the last of it goes, which two have to meet in. */
async function spentTwice(): Promise<DoubleSpendOutcome> {
  let outcome = await doubleSpend(databases, MEETING_TRIES)
  for (let round = 1; outcome.overspent_micros === 0n && round < ROUNDS_MAX; round += 1)
    outcome = await doubleSpend(databases, MEETING_TRIES)
  return outcome
}
