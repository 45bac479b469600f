import type { Logger } from 'pino'
import { DatabaseUnavailable, databaseError } from '../database/database-error.ts'
import { explainEnd } from '../database/explain-end.ts'
import { settleSecret } from '../database/setup/settle-secret.ts'
import { StartError } from '../database/start-error.ts'
import { readSettings, type Settings, secretPlaceOf } from '../settings.ts'
import { createLog } from './log.ts'

const STOP_TIMEOUT_MS = 30_000
/** Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const SAME_SIGNAL_MS = 1_000

/** Something that runs until the process is asked to end. */
export interface Running {
  stop(): Promise<void>
}

/**
 * Runs an entry file: reads settings from the environment (over `defaults`), calls `start`, and stops in order on
 * SIGINT or SIGTERM; a second signal at least a second later ends the process at once. Also stops when nobody reads
 * its output any more (a closed pipe). A reason not to start, or a database that is away while nothing waits for it,
 * prints one sentence on standard error and exits with 1; a start that was asked to end reports nothing.
 */
export async function run(
  start: (settings: Settings, log: Logger) => Promise<Running>,
  defaults: Readonly<Record<string, string>> = {},
): Promise<void> {
  let ending: Ending | undefined
  try {
    const variables = { ...defaults, ...process.env }
    await settleSecret(secretPlaceOf(variables))
    const settings = readSettings(variables)
    const log = createLog(settings)
    process.on('uncaughtException', (error) => {
      if (databaseError(error) instanceof DatabaseUnavailable) endWith(error)
      log.fatal({ err: error }, 'an unexpected fault ends the program; start it again and report this line')
      process.exit(1)
    })
    const starting = start(settings, log)
    ending = stopWhenAsked(starting, log)
    await starting
  } catch (error) {
    if (!ending?.is_asked) endWith(error)
  }
}

/** One sentence for an error that the operator can mend; throws anything else on. */
export function sentenceOf(error: unknown): string {
  const known = databaseError(explainEnd(error))
  if (!(known instanceof StartError || known instanceof DatabaseUnavailable)) throw error
  return known.message
}

function endWith(error: unknown): never {
  console.error(sentenceOf(error))
  process.exit(1)
}

interface Ending {
  is_asked: boolean
  asked_at_ms: number
}

function stopWhenAsked(starting: Promise<Running>, log: Logger): Ending {
  const ending: Ending = { is_asked: false, asked_at_ms: 0 }
  const end = async () => {
    ending.is_asked = true
    ending.asked_at_ms = performance.now()
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    try {
      const running = await starting.catch(() => null)
      await running?.stop()
      process.exit(0)
    } catch (error) {
      log.error(
        { err: error },
        'the program could not stop cleanly; its next start takes up what was under way',
      )
      process.exit(1)
    }
  }
  const onSignal = () => {
    if (!ending.is_asked) return end()
    if (performance.now() - ending.asked_at_ms >= SAME_SIGNAL_MS) process.exit(1)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  // Every failed write emits another error.
  process.stdout.on('error', () => (ending.is_asked ? undefined : end()))
  return ending
}
