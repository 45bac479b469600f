import { pino } from 'pino'
import { PostgresDatabase } from '../../apps/api/src/database/postgres-database.ts'
import type { OpenDatabase } from '../../apps/api/src/database/setup/open-database.ts'
import { startClock } from '../../apps/api/src/database/time/database-clock.ts'
import type { Services } from '../../apps/api/src/modules/services.ts'
import { createServices } from '../../apps/api/src/server/create-services.ts'
import { allowInventedCauses } from '../../apps/api/src/testing/invented-causes.ts'
import { makeWideLogin } from '../../apps/api/src/testing/servers/wide-login.ts'
import type { BenchContext } from './context.ts'
import type { BenchPostgres } from './postgres.ts'

/** The program's services in this process, to seed a measurement through the program's own acts. */
export async function openBenchServices(
  context: BenchContext,
  postgres: BenchPostgres,
  { databases, logins }: OpenDatabase,
): Promise<Services> {
  const database = new PostgresDatabase(await makeWideLogin(postgres.superuser, logins.owner.database))
  await allowInventedCauses(logins.owner)
  const clock = await startClock(database)
  const log = pino({ level: 'silent' })
  const services = await createServices({
    database,
    databases,
    clock,
    settings: postgres.settings,
    log,
    checks_replies: false,
  })
  context.onEnd(async () => {
    await services.ledger.close()
    await clock.stop()
    await database.close()
  })
  return services
}
