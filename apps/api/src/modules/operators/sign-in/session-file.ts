import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { makeFolder } from '../../../database/make-folder.ts'
import { codeOf, messageOf, StartError } from '../../../database/start-error.ts'

const OWNER_ONLY = 0o600
const FOLDER_OF_OWNER = 0o700
const OTHERS = 0o077
const sessionFile = z.strictObject({ session_token: z.string().check(z.minLength(1)) })

/** The path of somebody's session file; a staff username is a valid file name. */
export function sessionPath(folder: string, username: string): string {
  return join(folder, `${username}.json`)
}

/** Keeps somebody's session for their next verbs, readable by them alone. Throws `StartError` if it can't. */
export function keepSession(folder: string, username: string, session_token: string): void {
  const path = sessionPath(folder, username)
  const draft = `${path}.${process.pid}`
  try {
    makeFolder(folder, FOLDER_OF_OWNER)
    try {
      writeFileSync(draft, `${JSON.stringify({ session_token })}\n`, { mode: OWNER_ONLY, flag: 'wx' })
      renameSync(draft, path)
    } finally {
      rmSync(draft, { force: true })
    }
  } catch (error) {
    throw unusable(path, error)
  }
}

/**
 * The token of somebody's kept session, or null if there is none. Throws `StartError` if it is damaged or if others
 * than its owner may read it, since they may have.
 */
export function keptSession(folder: string, username: string): string | null {
  const path = sessionPath(folder, username)
  let text: string
  try {
    if ((statSync(path).mode & OTHERS) !== 0) {
      throw new StartError(`Others than its owner may use ${path}; remove it and sign in again.`)
    }
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    if (error instanceof StartError) throw error
    throw unusable(path, error)
  }
  const parsed = z.safeParse(sessionFile, jsonOf(text))
  if (!parsed.success) throw new StartError(`${path} is damaged; remove it and sign in again.`)
  return parsed.data.session_token
}

/** Deletes somebody's kept session. */
export function forgetSession(folder: string, username: string): void {
  rmSync(sessionPath(folder, username), { force: true })
}

/** The error if, for example, the folder belongs to another user of this machine. */
function unusable(path: string, error: unknown): StartError {
  return new StartError(
    `No session can be kept at ${path}: ${messageOf(error)}; set OPERATOR_SESSIONS to a folder of your own.`,
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
