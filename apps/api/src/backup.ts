import { backUp } from './backup/back-up.ts'
import { runCommand } from './backup/command.ts'
import { settleSecret } from './database/setup/settle-secret.ts'
import { readSettings, secretPlaceOf } from './settings.ts'

await runCommand(
  'npm run backup -- FOLDER',
  async (folder) => {
    await settleSecret(secretPlaceOf(process.env))
    return await backUp(readSettings(process.env), folder)
  },
  ({ made_at }, size) => `Backed up, as of ${made_at}: ${size}. Whoever has the folder has everything in it.`,
)
