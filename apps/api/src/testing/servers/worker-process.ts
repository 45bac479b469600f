import { tmpdir } from 'node:os'
import * as z from 'zod/mini'
import { PostgresDatabase } from '../../database/postgres-database.ts'
import { eachRole } from '../../database/setup/process-roles.ts'
import { startClock } from '../../database/time/database-clock.ts'
import { createServices } from '../../server/create-services.ts'
import { createLog } from '../../server/log.ts'
import { readSettings } from '../../settings.ts'
import { startWorker } from '../../worker/worker.ts'
import { chainedJobs } from '../worlds/chained-jobs.ts'
import { processConnection } from './process-connection.ts'

/** A worker in its own process, for tests that kill it: works on `chainedJobs` and reports what it does. */
const database = new PostgresDatabase(z.parse(processConnection, JSON.parse(process.argv[2] ?? '')))
const clock = await startClock(database)
const log = createLog({ log_level: 'debug' })
const settings = readSettings({ SECRET: 'a worker of tests, which seals nothing', DATA_DIR: tmpdir() })
const services = await createServices({
  database,
  databases: eachRole(() => database),
  clock,
  settings,
  log,
  checks_replies: true,
})
await startWorker(services, [chainedJobs()], clock)
