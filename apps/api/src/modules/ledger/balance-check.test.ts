import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyCause } from '../../testing/any-cause.ts'
import { type TestDatabase, testDatabase } from '../../testing/servers/test-database.ts'
import { doubleSpend } from './testing/double-spend.ts'
import { WITHOUT_BALANCE_CHECK, withMutant } from './testing/mutants.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
  await anyCause(db.asOwner)
})
afterAll(async () => {
  await db?.close()
})

test('where the function forgets to look, the CHECK refuses the overdraft', async () => {
  const outcome = await withMutant(db, WITHOUT_BALANCE_CHECK, () => doubleSpend([db.database], 40))
  expect(outcome.overspent_micros).toBeLessThanOrEqual(0n)
  expect(outcome.failed).toBeGreaterThan(0)
  expect(outcome.faults).toEqual([])
})

test('control: with the CHECK dropped too, accounts are overdrawn', async () => {
  await db.asOwner('alter table ledger.accounts drop constraint balance_not_negative')
  const outcome = await withMutant(db, WITHOUT_BALANCE_CHECK, () => doubleSpend([db.database], 40))
  expect(outcome.overspent_micros).toBe(36n)
  expect(outcome.faults).toContain('below_zero')
})
