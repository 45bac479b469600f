import { DatabaseUnavailable } from '../database/database-error.ts'
import { explainEnd } from '../database/explain-end.ts'
import { codeOf, messageOf, StartError } from '../database/start-error.ts'
import type { Manifest } from './manifest.ts'

/**
 * Runs a command on the one folder named on its command line, and prints what `tell` says about the result. An
 * expected fault prints one sentence and exits with 1; anything unexpected is thrown on.
 */
export async function runCommand(
  usage: string,
  work: (folder: string) => Promise<Manifest>,
  tell: (manifest: Manifest, size: string) => string,
): Promise<void> {
  const [folder, ...more] = process.argv.slice(2)
  await tellingFaults(async () => {
    if (folder === undefined || more.length > 0) throw new StartError(`Name one folder: ${usage}`)
    const manifest = await work(folder)
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
    console.log(tell(manifest, `${manifest.files.length} files, ${Math.ceil(bytes / 1_000_000)} MB`))
  })
}

/** Runs `work`; an expected fault prints one sentence and exits with 1, anything unexpected is thrown on. */
export async function tellingFaults(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const known = explainEnd(error)
    const is_told = known instanceof StartError || known instanceof DatabaseUnavailable
    // File system errors such as ENOSPC, EACCES or ENOENT.
    if (!is_told && !/^E[A-Z]+$/.test(codeOf(known) ?? '')) throw error
    console.error(is_told ? messageOf(known) : `Not done: ${messageOf(known)}; nothing of it counts.`)
    process.exitCode = 1
  }
}
