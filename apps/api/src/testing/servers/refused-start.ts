import { pino } from 'pino'
import { MODULES } from '../../server/modules.ts'
import { sentenceOf } from '../../server/run.ts'
import { startProgram } from '../../server/start-program.ts'
import { readSettings } from '../../settings.ts'

/**
 * The sentence with which a start with these variables fails, run in this process, ten times as fast as in one of its
 * own; another test shows that it stands alone on standard error, with exit code 1. Throws if it starts.
 */
export async function refusedStart(variables: Readonly<Record<string, string>>): Promise<string> {
  try {
    const settings = readSettings({ PORT: '0', ...variables })
    const program = await startProgram(settings, pino({ level: 'silent' }), MODULES)
    await program.stop()
  } catch (error) {
    return sentenceOf(error)
  }
  throw new Error('the program started')
}
