import { linkSync, rmSync, writeFileSync } from 'node:fs'
import { makeFolder } from './make-folder.ts'
import { codeOf } from './start-error.ts'

const OWNER_ONLY = 0o600

/**
 * Writes `content` as JSON to `path` in `folder`, for its owner only, unless somebody else did so first: of programs
 * that start at once, all read the same file afterwards. The file is always complete, even if a program dies.
 */
export function writeOnce(folder: string, path: string, content: unknown): void {
  makeFolder(folder)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(content)}\n`, { mode: OWNER_ONLY, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
