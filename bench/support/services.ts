import { pino } from 'pino'
import { startClock } from '../../apps/api/src/database/database-clock.ts'
import type { OpenDatabase } from '../../apps/api/src/database/open-database.ts'
import type { Services } from '../../apps/api/src/modules/services.ts'
import { createServices } from '../../apps/api/src/server/create-services.ts'
import { MODULES } from '../../apps/api/src/server/modules.ts'
import type { BenchContext } from './context.ts'
import type { BenchPostgres } from './postgres.ts'

/** The program's services in this process, to seed what a measurement needs by the acts that make it. */
export async function openBenchServices(
  context: BenchContext,
  postgres: BenchPostgres,
  { database }: OpenDatabase,
): Promise<Services> {
  const clock = await startClock(database)
  const log = pino({ level: 'silent' })
  const services = await createServices({ database, clock, settings: postgres.settings, log }, MODULES)
  context.onEnd(async () => {
    await services.ledger.close()
    await clock.stop()
  })
  return services
}
