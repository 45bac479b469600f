import { pino } from 'pino'
import { MODULES } from '../../server/modules.ts'
import { sentenceOf } from '../../server/run.ts'
import { startProgram } from '../../server/start-program.ts'
import { readSettings } from '../../settings.ts'

/**
 * What the program says of why it can't start with these variables, in this process: a process of its own takes ten times
 * as long, and one shows for all that the sentence stands alone on standard error, with exit code 1. Throws where it starts.
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
