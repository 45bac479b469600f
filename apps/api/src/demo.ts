import { StartError } from './database/start-error.ts'
import { buildWebIfOlder } from './server/build-web.ts'
import { MODULES } from './server/modules.ts'
import { run } from './server/run.ts'
import { startProgram } from './server/start-program.ts'

await run(
  async (settings, log) => {
    if (settings.ledger_mode !== 'sandbox')
      throw new StartError('The demo runs on a sandbox only (PRODUCT §2.9).')
    const program = await startProgram(settings, log, MODULES, { before_serving: buildWebIfOlder() })
    console.log(`ready ${program.url}`)
    return program
  },
  { LOG_LEVEL: 'warn' },
)
