import { sql } from 'kysely'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { LOST_EXPIRY, missingLock, type Planting, plant, ROUNDING_ERROR } from '../plant.ts'
import { testDatabase } from '../servers/test-database.ts'
import { testSettings } from '../servers/test-services.ts'
import { secondAccount } from '../worlds/second-account.ts'
import { Found, simulate } from './simulate.ts'

// A hundredth of the gate in e2e/prove/faults/simulation.gate.ts.
const CUSTOMER_MONTHS = Number(process.env.SIMULATION_CUSTOMER_MONTHS ?? 10)
const SEED = Number(process.env.SIMULATION_SEED ?? 20_261_121)

const db = await testDatabase()
afterAll(() => db.close())

/** A fault's name, how to plant it, seeds of which at least one meets it, and the promise that it breaks. */
type Fault = readonly [string, readonly Planting[], readonly number[], RegExp]

const place = (of = db) => ({ ...of, superuser: inject('cluster').superuser })

test('customers live through months with faults: books, wallets, statements and deadlines hold after every step, and lists read on', {
  timeout: 3_400_000,
}, async () => {
  const customers = Math.max(3, Math.min(40, Math.round(CUSTOMER_MONTHS / 20)))
  // With fewer people, each does more, so that they still meet.
  const steps_per_month = customers < 10 ? 12 : 6
  const extent = { seed: SEED, customers, customer_months: CUSTOMER_MONTHS, steps_per_month }
  const started_ms = performance.now()
  const report = await simulate(place(), testSettings(), extent)
  console.log(
    JSON.stringify({ ...report, seconds: Math.round((performance.now() - started_ms) / 1_000) }, null, 1),
  )
  expect(report.customer_months).toBeGreaterThanOrEqual(CUSTOMER_MONTHS)
  const problems = await db.database.transaction({ kind: 'system' }, (tx) =>
    secondAccount(async (text) => (await sql.raw<{ problem: string }>(text).execute(tx)).rows),
  )
  expect(problems).toEqual([])
  // A list of one row has no second page; longer lives have more rows.
  expect(report.lists_read_on.length).toBeGreaterThanOrEqual(CUSTOMER_MONTHS < 100 ? 10 : 20)
})

/** Runs a simulation with a planted fault; returns what it found, or null. */
async function foundIn(seed: number, plantings: readonly Planting[]): Promise<unknown> {
  const own = await testDatabase()
  try {
    const extent = { seed, customers: 3, customer_months: 30, steps_per_month: 12 }
    const run = simulate(place(own), testSettings(), extent, async ({ books }) => {
      await plant((text, values) => books.rows(text, values), plantings)
    })
    const found = await run.then(
      () => null,
      (error: unknown) => error,
    )
    console.log(`seed ${seed}: ${found}`)
    return found
  } finally {
    await own.close()
  }
}

describe('control: a planted fault is found', () => {
  const found_at_once: readonly Fault[] = [
    ['a rounding error', ROUNDING_ERROR, [2], /line of the statement is the sum of its entries/],
  ]
  // Found only when customers have lived for a while, so tried only in long runs.
  const found_later: readonly Fault[] = [
    // Which promise breaks depends on who meets whom, and with some seeds nobody does; the last one is the database's
    // own refusal. The wait is short, because most steps move money alone and would wait in vain.
    [
      'a missing lock',
      missingLock(20),
      [1, 2, 3, 4, 5, 6, 7, 8],
      /books balance|sums of transfers|request is answered|same request again|sum to zero/,
    ],
    ['a lost expiry', LOST_EXPIRY, [3], /a plan ends at its time|a plan settles after 14 days/],
  ]
  test.each(CUSTOMER_MONTHS < 100 ? found_at_once : [...found_at_once, ...found_later])(
    '%s',
    { timeout: 900_000 },
    async (_name, plantings, seeds, promise) => {
      let found: unknown = null
      for (const seed of seeds) found ??= await foundIn(seed, plantings)
      expect(found).toBeInstanceOf(Found)
      expect(String(found)).toMatch(promise)
    },
  )
})
