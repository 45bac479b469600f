import type { Logger } from 'pino'
import { type OpenDatabase, type OpenOptions, openDatabase } from '../database/setup/open-database.ts'
import { type RunningClock, startClock } from '../database/time/database-clock.ts'
import type { Services } from '../modules/services.ts'
import type { Settings } from '../settings.ts'
import { createServices } from './create-services.ts'

/** Services on an open database; nothing is served, and only the clock runs in the background. */
export interface OpenServices {
  services: Services
  clock: RunningClock
  /** As `OpenDatabase` says. */
  commits: OpenDatabase['commits']
  /** Waits for the ledger, then disconnects; stops an embedded server unless `keep_server`. */
  close(options: { keep_server: boolean }): Promise<void>
}

/** Opens the database and makes its services. Throws `StartError`. */
export async function openServices(
  settings: Settings,
  log: Logger,
  options: OpenOptions,
): Promise<OpenServices> {
  const open = await openDatabase(settings, log, options)
  const { databases } = open
  const { roles } = settings
  const database = databases[roles.includes('api') ? 'api' : (roles[0] ?? 'api')]
  try {
    const clock = await startClock(database)
    const services = await createServices({
      database,
      databases,
      clock,
      settings,
      log,
      checks_replies: false,
    })
    return {
      services,
      clock,
      commits: open.commits,
      async close(options) {
        await services.ledger.close()
        await clock.stop()
        await open.close(options)
      },
    }
  } catch (error) {
    await open.close({ keep_server: false })
    throw error
  }
}
