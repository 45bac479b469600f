import { runCommand } from './backup/command.ts'
import { restore } from './backup/restore.ts'
import { dataFolderOf } from './settings.ts'

const data_dir = dataFolderOf(process.env)

await runCommand(
  'npm run restore -- FOLDER',
  (folder) => restore(folder, data_dir, process.env.SECRET?.trim() || undefined),
  ({ made_at }, size) => `Restored into ${data_dir}, as of ${made_at}: ${size}. Start the program to go on.`,
)
