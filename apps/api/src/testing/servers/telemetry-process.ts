import { subscribe } from 'node:diagnostics_channel'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { processConnection } from './process-connection.ts'

/** Runs the program's server, answers one call and ends; prints which OpenTelemetry modules it loaded. */
let asked = 0
const loaded: string[] = []
registerHooks({
  load(url, context, next) {
    // prom-client always loads the API package, which does nothing by itself.
    if (url.includes('/@opentelemetry/') && !url.includes('/@opentelemetry/api/')) loaded.push(url)
    return next(url, context)
  },
})
subscribe('http.client.request.start', () => {
  asked += 1
})
const { productList } = await import('@adtally/contract/plans/products.ts')
const { PostgresDatabase } = await import('../../database/postgres-database.ts')
const { eachRole } = await import('../../database/setup/process-roles.ts')
const { startClock } = await import('../../database/time/database-clock.ts')
const { createServer } = await import('../../server/create-server.ts')
const { createServices } = await import('../../server/create-services.ts')
const { MODULES } = await import('../../server/modules.ts')
const { readSettings } = await import('../../settings.ts')
const { startTelemetry } = await import('../../telemetry/start-telemetry.ts')

const settings = readSettings({
  ...process.env,
  DATA_DIR: tmpdir(),
  SECRET: 'a program of tests, which seals nothing',
})
const log = pino({ level: 'silent' })
const stopTelemetry = await startTelemetry(settings.telemetry_endpoint, log)
const database = new PostgresDatabase(z.parse(processConnection, JSON.parse(process.argv[2] ?? '')))
const clock = await startClock(database)
const base = { database, databases: eachRole(() => database), clock, settings, log }
const services = await createServices({ ...base, checks_replies: true })
const server = await createServer(services, MODULES)
await server.inject(`${settings.base_path}${productList.path}`)
await server.close()
await services.ledger.close()
await stopTelemetry()
await clock.stop()
await database.close()
console.log(JSON.stringify({ asked, loaded: loaded.length }))
process.exit(0)
