import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { RoleDatabases } from '../database/setup/process-roles.ts'
import type { Clock } from '../database/time/clock.ts'
import type { Settings } from '../settings.ts'
import type { LedgerWriter } from './ledger/index.ts'

/**
 * What actions work with, made once at start-up and passed explicitly. A module with an engine in memory adds
 * it here by declaration merging and makes it in its `Module.create`.
 */
export interface Services {
  /** As the process role that acts: `asRole` gives a view of the services for another one. */
  database: Database
  databases: RoleDatabases
  clock: Clock
  ledger: LedgerWriter
  settings: Settings
  log: Logger
}
