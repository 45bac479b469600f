import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { advanceClock } from '../database/advance-clock.ts'
import { startClock } from '../database/database-clock.ts'
import { newId } from '../database/identifiers.ts'
import type { Module } from '../modules/module.ts'
import type { Services } from '../modules/services.ts'
import { createServices } from '../server/create-services.ts'
import { MODULES } from '../server/modules.ts'
import { readSettings, type Settings } from '../settings.ts'
import { drain } from '../worker/drain.ts'
import { TEST_MASTER_SECRET } from './cluster.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

/** Real services on a database of the test file's own; nothing runs in the background but the clock. */
export interface TestServices {
  services: Services
  db: TestDatabase
  modules: readonly Module[]
  /** Works off due jobs and outbox messages; throws a handler's error. */
  drain(): Promise<void>
  /** Moves the sandbox clock and drains. */
  advance(by_ms: number): Promise<void>
  close(): Promise<void>
}

const LEASE_WAIT_MS = 20_000

/** Settings as the program reads them, for a test. */
export function testSettings(variables: Record<string, string> = {}): Settings {
  const data_dir = join(tmpdir(), 'adtally-test-data', newId())
  return readSettings({
    SECRET: TEST_MASTER_SECRET,
    DATA_DIR: data_dir,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '9999999',
    DECISIONS_PER_MINUTE: '0',
    ...variables,
  })
}

/**
 * Services with the engines of `modules` (default: all of the program). Call in `beforeAll`, and `close` in
 * `afterAll`.
 */
export async function testServices(
  options: { modules?: readonly Module[]; settings?: Settings } = {},
): Promise<TestServices> {
  const modules = options.modules ?? MODULES
  const db = await testDatabase()
  const clock = await startClock(db.database)
  const settings = options.settings ?? testSettings()
  const log = pino({ level: settings.log_level })
  const services = await createServices({ database: db.database, clock, settings, log }, modules)
  if (services.delivery) services.delivery.lease_wait_ms = LEASE_WAIT_MS
  return {
    services,
    db,
    modules,
    drain: () => drain(services, modules),
    async advance(by_ms) {
      await db.database.transaction({ kind: 'system' }, (tx) => advanceClock(tx, BigInt(by_ms), 'test'))
      await clock.refresh()
      await drain(services, modules)
    },
    async close() {
      await services.ledger?.close()
      await clock.stop()
      await db.close()
    },
  }
}
