import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { codeOf, dataFolderError, StartError } from './database/start-error.ts'
import { writeOnce } from './database/write-once.ts'
import type { Purpose } from './secret-purposes.ts'

const MASTER_BYTES = 32
const secretsFile = z.strictObject({ master: z.string().check(z.minLength(32)) })

/** Gives a key of 32 bytes of its own for each purpose, such as `mail-letters`; the same for the same master secret. */
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
 * The master secret of this data folder: read from `secrets.json`, generated there (mode 0600) the first time.
 * Two programs that start at once end up with the same one. Throws `StartError` where the folder can't be written.
 */
export function readOrCreateMasterSecret(data_dir: string): string {
  const path = join(data_dir, 'secrets.json')
  try {
    const present = readIfThere(path)
    if (present !== null) return parse(path, present)
    const master = randomBytes(MASTER_BYTES).toString('base64url')
    writeOnce(data_dir, path, { master })
    return parse(path, readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof StartError) throw error
    throw dataFolderError(data_dir, error)
  }
}

/** The master secret that this folder has; null where it has none. Throws `StartError` for a damaged one. */
export function readMasterSecret(folder: string): string | null {
  const path = join(folder, 'secrets.json')
  const present = readIfThere(path)
  return present === null ? null : parse(path, present)
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
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
