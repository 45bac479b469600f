import { linkSync, rmSync, writeFileSync } from 'node:fs'
import { makeFolder } from './make-folder.ts'
import { codeOf } from './start-error.ts'

const OWNER_ONLY = 0o600

/**
 * Keeps `content` as JSON at `path` in `folder`, for its owner alone, unless somebody kept theirs there first: of
 * programs that start at once, all read the one file afterwards. What is there is whole, whenever a program dies.
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
