import type { CompiledQuery, QueryExecutor } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Database, Transaction } from '../../../database/database.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { readPassedUntil } from './invalid-pass.repository.ts'
import { passInvalid } from './invalid-pass.ts'

const HOUR_MS = 3_600_000

const t = await testProgram()
afterAll(() => t.close())

/** `whole` with some members replaced. */
function besides<T extends object>(whole: T, members: Partial<T>): T {
  return new Proxy(whole, {
    get(target, name) {
      const own = Reflect.get(members, name)
      const value = own ?? Reflect.get(target, name)
      return typeof value === 'function' && own === undefined ? value.bind(target) : value
    },
  })
}

/** A database in which `before` runs just before a transaction becomes the processor. */
function overtaken(database: Database, before: () => Promise<void>): Database {
  return besides(database, {
    transaction: (scope, work) =>
      database.transaction(scope, async (tx) => {
        const executor: QueryExecutor = tx.getExecutor()
        const executeQuery = async <R>(query: CompiledQuery<R>) => {
          if (query.sql.includes('pg_try_advisory_xact_lock')) await before()
          return await executor.executeQuery<R>(query)
        }
        const slow: Transaction = besides(tx, { getExecutor: () => besides(executor, { executeQuery }) })
        return await work(slow)
      }),
  })
}

test('a pass for invalid traffic that another one has overtaken, with the clock gone on, moves nothing back [proof 542]', async () => {
  const passedUntil = () => t.system(readPassedUntil)
  let overtakes = 0
  const database = overtaken(t.services.database, async () => {
    overtakes += 1
    if (overtakes > 1) return
    await t.advance(HOUR_MS)
    while (await passInvalid(t.services, 'leave'));
  })
  const before = await passedUntil()
  await t.advance(HOUR_MS)
  await passInvalid({ ...t.services, database }, 'leave')
  expect(overtakes).toBe(1)
  expect((await passedUntil()).getTime()).toBeGreaterThanOrEqual(before.getTime() + HOUR_MS)
})
