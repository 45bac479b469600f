import type { Call, RequestOf } from '@adtally/contract/call.ts'
import { pino } from 'pino'
import { type Connection, connect, onConnection } from '../../database/connection.ts'
import { PostgresDatabase } from '../../database/postgres-database.ts'
import { openDatabase } from '../../database/setup/open-database.ts'
import { startClock } from '../../database/time/database-clock.ts'
import type { Services } from '../../modules/services.ts'
import { createServer } from '../../server/create-server.ts'
import { createServices } from '../../server/create-services.ts'
import { MODULES } from '../../server/modules.ts'
import { urlOf } from '../../testing/servers/own-server.ts'
import type { TestProgram } from '../../testing/servers/test-program.ts'
import { testSettings } from '../../testing/servers/test-services.ts'

/** A test database's program, opened again with another secret, as a start opens it. */
export interface ReopenedProgram {
  services: Services
  call<C extends Call>(call: C, input: RequestOf<C>, token?: string): Promise<{ code: number; data: unknown }>
  close(): Promise<void>
}

/** Stops a test's program and its connections, but keeps its database. */
export async function stop(program: TestProgram): Promise<void> {
  await program.server.close()
  await program.services.ledger.close()
  await program.db.database.close()
  await program.db.databases.close()
}

/** Opens a stopped program's database. Throws `StartError` if it belongs to another secret. */
export async function reopen({ db }: TestProgram, secret: string): Promise<ReopenedProgram> {
  const settings = testSettings({ DATABASE_URL: urlOf(db.owner), SECRET: secret })
  const log = pino({ level: 'silent' })
  const opened = await openDatabase(settings, log)
  const database = new PostgresDatabase(db.program)
  const clock = await startClock(database)
  const base = { database, databases: opened.databases, clock, settings, log }
  const services = await createServices({ ...base, checks_replies: true })
  const server = await createServer(services, MODULES)
  return {
    services,
    async call(call, input, token) {
      const url = `${settings.base_path}${call.path}`
      const headers = token === undefined ? {} : { 'x-ct': token }
      const reply = await server.inject({ method: 'POST', url, headers, payload: Object(input) })
      return reply.json()
    },
    async close() {
      await server.close()
      await services.ledger.close()
      await clock.stop()
      await database.close()
      await opened.close()
    },
  }
}

/** Drops a stopped program's database, and the logins of its secret on the shared server. */
export async function dropStopped(
  superuser: Connection,
  { db }: TestProgram,
  logins: readonly string[],
): Promise<void> {
  await onConnection(connect(superuser), async (client) => {
    await client.query(`drop database if exists ${db.name} with (force)`)
    for (const login of logins) await client.query(`drop role if exists ${login}`)
  })
}
