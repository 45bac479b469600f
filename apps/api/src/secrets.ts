import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { codeOf, dataFolderError, StartError } from './database/start-error.ts'
import { writeOnce } from './database/write-once.ts'
import type { Purpose } from './secret-purposes.ts'

const MASTER_BYTES = 32
const FILE = 'secrets.json'
/** The new secret during a change; a start that finds it asks the database which of the two it holds. */
export const NEXT_FILE = 'secrets.next.json'
const secretsFile = z.strictObject({ master: z.string().check(z.minLength(32)) })

/** Derives a 32-byte key for each purpose, such as `mail-letters`; always the same for the same master secret. */
export type SecretFor = (purpose: Purpose) => Buffer

/** Derives keys from a master secret by HKDF-SHA256, so that no two purposes share key material. */
export function deriveSecrets(master: string): SecretFor {
  const known = new Map<Purpose, Buffer>()
  return (purpose) => {
    const key =
      known.get(purpose) ?? Buffer.from(hkdfSync('sha256', master, 'adtally', purpose, MASTER_BYTES))
    known.set(purpose, key)
    return key
  }
}

/**
 * The data folder's master secret from `secrets.json`, generated there (mode 0600) the first time. Programs that
 * start at once get the same one. Throws `StartError` if the folder can't be written.
 */
export function readOrCreateMasterSecret(data_dir: string): string {
  return readMasterSecret(data_dir) ?? writeMasterSecret(data_dir, FILE)
}

/** Writes a new master secret beside the current one. Throws `StartError` if the folder can't be written. */
export function writeNextMasterSecret(data_dir: string): string {
  return writeMasterSecret(data_dir, NEXT_FILE)
}

function writeMasterSecret(data_dir: string, file: string): string {
  return inFolder(data_dir, () => {
    const path = join(data_dir, file)
    writeOnce(data_dir, path, { master: randomBytes(MASTER_BYTES).toString('base64url') })
    return parse(path, readFileSync(path, 'utf8'))
  })
}

/** Replaces the current secret by the next one. If a disk loses this write, the next start finds both. */
export function takeNextMasterSecret(data_dir: string): void {
  inFolder(data_dir, () => renameSync(join(data_dir, NEXT_FILE), join(data_dir, FILE)))
}

/** Deletes a next secret that was never used. */
export function dropNextMasterSecret(data_dir: string): void {
  inFolder(data_dir, () => rmSync(join(data_dir, NEXT_FILE), { force: true }))
}

/** The folder's master secret; null if it has none. Throws `StartError` for a damaged one. */
export function readMasterSecret(folder: string, file = FILE): string | null {
  const { master, damage } = findMasterSecret(folder, file)
  if (damage !== null) throw damage
  return master
}

/** The content of a secret's file; both members are null if there is no file. */
export interface FoundSecret {
  master: string | null
  /** Why it can't be read; reported if no other source has the secret. */
  damage: StartError | null
}

/** Looks for a master secret without throwing for a damaged one. Throws `StartError` if no file can be read. */
export function findMasterSecret(folder: string, file = FILE): FoundSecret {
  const path = join(folder, file)
  const present = inFolder(folder, () => readIfThere(path))
  if (present === null) return { master: null, damage: null }
  try {
    return { master: parse(path, present), damage: null }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { master: null, damage: error }
  }
}

/** Whether this folder has a master secret, damaged or not. */
export function hasMasterSecret(folder: string): boolean {
  return existsSync(join(folder, FILE))
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    if (codeOf(error) === 'EISDIR')
      throw new StartError(`${path} is a folder and should be a file that holds a secret; move it away.`)
    throw error
  }
}

/** Turns file system errors into a `StartError` about the folder. */
function inFolder<Result>(data_dir: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof StartError) throw error
    throw dataFolderError(data_dir, error)
  }
}

function parse(path: string, text: string): string {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    content = null
  }
  const parsed = z.safeParse(secretsFile, content)
  if (!parsed.success)
    throw new StartError(`${path} is damaged: it should hold {"master": "…"}; restore it from a copy.`)
  return parsed.data.master
}
