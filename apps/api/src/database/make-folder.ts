import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './start-error.ts'

/**
 * Creates a folder and its missing parents; returns whether it was created. Avoids `mkdir`'s recursion, which never
 * ends on systems that report an existing parent as missing (`/proc/x`).
 */
export function makeFolder(folder: string, mode = 0o755): boolean {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode })
    return true
  } catch (error) {
    // Another process created it at the same moment.
    if (codeOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return false
    throw error
  }
}
