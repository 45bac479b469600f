import type { Logger } from 'pino'
import { DatabaseUnavailable, databaseError } from '../database/database-error.ts'
import { StartError } from '../database/start-error.ts'
import { readSettings, type Settings } from '../settings.ts'
import { createLog } from './log.ts'

const STOP_TIMEOUT_MS = 30_000

/** Something that runs until the process is asked to end. */
export interface Running {
  stop(): Promise<void>
}

/**
 * Runs an entry file: settings from the environment (over `defaults`), then `start`, then until SIGINT or SIGTERM, when it is stopped
 * in order; a second signal ends it at once. A reason not to start, or a database that is away where nothing waits for
 * it, is one sentence on standard error and exit code 1.
 */
export async function run(
  start: (settings: Settings, log: Logger) => Promise<Running>,
  defaults: Readonly<Record<string, string>> = {},
): Promise<void> {
  try {
    const settings = readSettings({ ...defaults, ...process.env })
    const log = createLog(settings)
    process.on('uncaughtException', (error) => {
      if (databaseError(error) instanceof DatabaseUnavailable) endWith(error)
      log.fatal({ err: error }, 'the program ends: a fault that nothing expected')
      process.exit(1)
    })
    const starting = start(settings, log)
    stopOnSignals(starting, log)
    await starting
  } catch (error) {
    endWith(error)
  }
}

/** One sentence and exit code 1 for what whoever runs the program can mend; anything else is thrown on. */
function endWith(error: unknown): never {
  const known = databaseError(error)
  if (!(known instanceof StartError || known instanceof DatabaseUnavailable)) throw error
  console.error(known.message)
  process.exit(1)
}

function stopOnSignals(starting: Promise<Running>, log: Logger): void {
  let asked = false
  const end = async () => {
    if (asked) process.exit(1)
    asked = true
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    try {
      const running = await starting.catch(() => null)
      await running?.stop()
      process.exit(0)
    } catch (error) {
      log.error({ err: error }, 'the program could not stop in order')
      process.exit(1)
    }
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}
