import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { codeOf } from '../database/start-error.ts'
import { readJson } from '../lib/kept-text.ts'
import { Refusal } from '../lib/refusal.ts'

/** Which flag named the file, and how large it may be. */
interface Asked {
  field?: string
  bytes_max: number
}

/**
 * A file that staff named. Throws `file_unreadable` where none can be read there, `file_too_large` with its bound, both
 * with the field to blame.
 */
export async function readGivenFile(path: string, asked: Asked): Promise<Buffer> {
  await refuseUnreadable(path, asked)
  return await readFile(path).catch(() => {
    throw new Refusal('file_unreadable', { field: asked.field ?? 'file' })
  })
}

/** As `readGivenFile`, piece by piece. */
export async function streamGivenFile(path: string, asked: Asked): Promise<() => AsyncIterable<Buffer>> {
  await refuseUnreadable(path, asked)
  return () => createReadStream(path, { highWaterMark: 256 * 1024 })
}

async function refuseUnreadable(path: string, { field = 'file', bytes_max }: Asked): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new Refusal('file_unreadable', { field })
  if (found.size > bytes_max) throw new Refusal('file_too_large', { field, bounds: { bytes_max } })
}

/**
 * Writes a file that only its owner can read, where none is yet. Throws `file_exists` where another one lies there, and
 * `file_unwritable`, with the field to blame; one that is the same already is left.
 */
export async function writeNewFile(path: string, content: string | Buffer, field = 'out'): Promise<void> {
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw new Refusal('file_unwritable', { field })
    const there = await readFile(path).catch(() => Buffer.alloc(0))
    if (sha256(there) !== sha256(content)) throw new Refusal('file_exists', { field })
  }
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** As `readGivenFile`, read as JSON. Throws `field_invalid` also where it is none, or holds text that can't be kept. */
export async function readGivenJson(path: string, asked: Asked): Promise<unknown> {
  const content = await readGivenFile(path, asked)
  try {
    return readJson(content.toString('utf8'))
  } catch (error) {
    throw error instanceof SyntaxError
      ? new Refusal('field_invalid', { field: asked.field ?? 'file' })
      : error
  }
}
