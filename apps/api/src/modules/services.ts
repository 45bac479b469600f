import type { Logger } from 'pino'
import type { Clock } from '../database/clock.ts'
import type { Database } from '../database/database.ts'
import type { Settings } from '../settings.ts'
import type { LedgerWriter } from './ledger/index.ts'

/**
 * What actions work with, made once at start-up and passed explicitly. A module with an engine in memory adds
 * it here by declaration merging and makes it in its `Module.create`.
 */
export interface Services {
  database: Database
  clock: Clock
  ledger: LedgerWriter
  settings: Settings
  log: Logger
}
