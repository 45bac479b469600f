import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Does `work` with a temporary folder, which goes afterwards. */
export async function inPassingFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'adtally-passing-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Does `work` with a temporary file of this name and content, such as a verb of staff reads, which goes afterwards. */
export async function withPassingFile<T>(
  name: string,
  content: string | Uint8Array,
  work: (file: string) => Promise<T>,
): Promise<T> {
  return await inPassingFolder(async (folder) => {
    const file = join(folder, name)
    writeFileSync(file, content)
    return await work(file)
  })
}
