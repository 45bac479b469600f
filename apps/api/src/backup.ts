import { backUp } from './backup/back-up.ts'
import { runCommand } from './backup/command.ts'
import { readSettings } from './settings.ts'

await runCommand(
  'npm run backup -- FOLDER',
  (folder) => backUp(readSettings(process.env), folder),
  ({ made_at }, size) => `Backed up, as of ${made_at}: ${size}. Whoever has the folder has everything in it.`,
)
