import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './start-error.ts'

/**
 * Makes a folder and those above it that are missing; returns whether it was made. Not `mkdir`'s own recursion,
 * which never ends where a system says that a folder's parent is missing although it is there (`/proc/x`).
 */
export function makeFolder(folder: string, mode = 0o755): boolean {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode })
    return true
  } catch (error) {
    // Another process made it at the same moment.
    if (codeOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return false
    throw error
  }
}
