import { pino } from 'pino'
import * as z from 'zod/mini'
import { processDatabases } from '../../database/setup/process-databases.ts'
import { startClock } from '../../database/time/database-clock.ts'
import { asRole } from '../../modules/as-role.ts'
import { createServices } from '../../server/create-services.ts'
import { MODULES } from '../../server/modules.ts'
import { readSettings } from '../../settings.ts'
import { startWorker } from '../../worker/worker.ts'
import { processConnection } from './process-connection.ts'

const logins = z.object({
  owner: processConnection,
  api: processConnection,
  delivery: processConnection,
  worker: processConnection,
  office: processConnection,
  sandbox: processConnection,
})

/** The program's worker in its own process, for tests that kill it; reads settings from the environment. */
const databases = processDatabases(z.parse(logins, JSON.parse(process.argv[2] ?? '')))
const database = databases.worker
const clock = await startClock(database)
const settings = readSettings(process.env)
const log = pino({ level: 'silent' })
const services = await createServices({ database, databases, clock, settings, log, checks_replies: false })
await startWorker(asRole(services, 'worker'), MODULES, clock)
