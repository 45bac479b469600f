import type { Logger } from 'pino'
import { DatabaseUnavailable, databaseError } from '../database/database-error.ts'
import { explainEnd } from '../database/explain-end.ts'
import { settleSecret } from '../database/setup/settle-secret.ts'
import { StartError } from '../database/start-error.ts'
import { readSettings, type Settings, secretPlaceOf } from '../settings.ts'
import { createLog } from './log.ts'

const STOP_TIMEOUT_MS = 30_000
/** Ctrl-C comes twice, from the terminal and from npm, which passes it on. */
const SAME_SIGNAL_MS = 1_000

/** Something that runs until the process is asked to end. */
export interface Running {
  stop(): Promise<void>
}

/**
 * Runs an entry file: settings from the environment (over `defaults`), then `start`, then until SIGINT or SIGTERM, when it is stopped
 * in order; a second signal, a second or more after the first, ends it at once. Where nobody reads what it says any more
 * (a pipe that was closed), it is stopped likewise. A reason not to start, or a database that is away where nothing waits
 * for it, is one sentence on standard error and exit code 1; a start that was asked to end says nothing of what it could
 * not finish.
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

/** What is said of an error that whoever runs the program can mend, in one sentence; anything else is thrown on. */
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
  // Each line that can't be written tells so again.
  process.stdout.on('error', () => (ending.is_asked ? undefined : end()))
  return ending
}
