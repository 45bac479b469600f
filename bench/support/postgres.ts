import { join } from 'node:path'
import { pino } from 'pino'
import type { Connection } from '../../apps/api/src/database/connection.ts'
import { startEmbeddedPostgres } from '../../apps/api/src/database/embedded/embedded-postgres.ts'
import { SUPERUSER } from '../../apps/api/src/database/embedded/initialise.ts'
import { type OpenDatabase, openDatabase } from '../../apps/api/src/database/setup/open-database.ts'
import { passwordOf } from '../../apps/api/src/database/setup/roles.ts'
import { readSettings, type Settings } from '../../apps/api/src/settings.ts'
import { makeOwnDatabase } from '../../apps/api/src/testing/servers/own-server.ts'
import type { BenchContext } from './context.ts'

/** A PostgreSQL with fsync and synchronous commit on, for program and yardstick alike. */
export interface BenchPostgres {
  /** Connects to the maintenance database. */
  superuser: Connection
  /** The program's settings on this server as a given one: `PORT` 0, the measurement's data folder. */
  settings: Settings
  /** Opens the program's own, migrated database in this process; closed when the measurement ends. */
  open(): Promise<OpenDatabase>
}

/** Starts the server in the measurement's folder until it ends. A program started with `DATA_DIR` there adopts it. */
export async function startBenchPostgres(context: BenchContext): Promise<BenchPostgres> {
  const here = readSettings({
    ...process.env,
    DATA_DIR: join(context.scratch, 'data'),
    PORT: '0',
    LOG_LEVEL: 'silent',
  })
  const log = pino({ level: 'silent' })
  const server = await startEmbeddedPostgres({
    data_dir: here.data_dir,
    superuser_password: passwordOf(SUPERUSER, here.secret),
    durable: true,
    onEvent: (event, detail) => context.note(`PostgreSQL ${event}: ${detail}`),
  })
  context.onEnd(() => server.stop({ end: true }))
  const settings = { ...here, database_url: await makeOwnDatabase(server.superuser) }
  return {
    superuser: server.superuser,
    settings,
    async open() {
      const opened = await openDatabase(settings, log)
      context.onEnd(() => opened.close({ keep_server: true }))
      return opened
    },
  }
}
