import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Download, GivenFile } from '@adtally/contract/operator/statement/files.ts'
import { codeOf } from '../database/start-error.ts'
import { readJson } from '../lib/kept-text.ts'
import { Refusal } from '../lib/refusal.ts'

/** The field that the file was given for, and how large it may be. */
interface Asked {
  field?: string
  bytes_max: number
}

/** Pieces of a file on this machine as they are read. */
export const PIECE_BYTES = 256 * 1024

/**
 * The file on this machine that a command line named, for that field. Throws `file_unreadable` where there is none. A path
 * from anywhere else never comes here.
 */
export function fileAt(path: string, field = 'file'): GivenFile {
  const bytes = sizeAt(path)
  if (bytes === null) throw new Refusal('file_unreadable', { field })
  return new GivenFile({
    name: basename(path),
    bytes,
    open: () => createReadStream(path, { highWaterMark: PIECE_BYTES }),
  })
}

/**
 * SHA-256, in hexadecimal, of the document on this machine that a command line named: the document stays where it lies. Throws
 * `file_unreadable` where there is none, `file_empty`.
 */
export function documentHashAt(path: string, field: string): string {
  const bytes = sizeAt(path)
  if (bytes === null) throw new Refusal('file_unreadable', { field })
  if (bytes === 0) throw new Refusal('file_empty', { field })
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch {
    throw new Refusal('file_unreadable', { field })
  }
}

/** The length of the file at a path; null where none is. */
function sizeAt(path: string): number | null {
  try {
    const found = statSync(path)
    return found.isFile() ? found.size : null
  } catch {
    return null
  }
}

/** A file of this name and content, without one on this machine. */
export function fileOf(name: string, content: string | Uint8Array): GivenFile {
  const bytes = Buffer.from(content)
  return new GivenFile({
    name,
    bytes: bytes.length,
    async *open() {
      yield bytes
    },
  })
}

/**
 * A file that was given, whole. Throws `file_unreadable` where it can't be read, `file_too_large` with its bound where it
 * is longer, whatever it is said to be; both with the field to blame.
 */
export async function readGivenFile(file: GivenFile, asked: Asked): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of (await streamGivenFile(file, asked))()) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** As `readGivenFile`, piece by piece, from the first byte on as often as it is asked for. */
export async function streamGivenFile(file: GivenFile, asked: Asked): Promise<() => AsyncIterable<Buffer>> {
  if (file.bytes > asked.bytes_max) throw tooLarge(asked)
  return () => within(file, asked)
}

async function* within(file: GivenFile, asked: Asked): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of readable(file, asked)) {
    bytes += piece.length
    if (bytes > asked.bytes_max) throw tooLarge(asked)
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  }
}

async function* readable(file: GivenFile, { field = 'file' }: Asked): AsyncGenerator<Uint8Array> {
  try {
    yield* file.open()
  } catch {
    throw new Refusal('file_unreadable', { field })
  }
}

function tooLarge({ field = 'file', bytes_max }: Asked): Refusal {
  return new Refusal('file_too_large', { field, bounds: { bytes_max } })
}

/** As `readGivenFile`, read as JSON. Throws `field_invalid` also where it is none, or holds text that can't be kept. */
export async function readGivenJson(file: GivenFile, asked: Asked): Promise<unknown> {
  const content = await readGivenFile(file, asked)
  try {
    return readJson(content.toString('utf8'))
  } catch (error) {
    throw error instanceof SyntaxError
      ? new Refusal('field_invalid', { field: asked.field ?? 'file' })
      : error
  }
}

/**
 * Writes what an act answered to a file that only its owner can read, where none is yet, and says what lies there; `sha256`
 * is hexadecimal. Throws `file_exists` where another one lies there, and `file_unwritable`, of the field `out`; one that is
 * the same already is left.
 */
export async function saveDownload(
  { content }: Pick<Download, 'content'>,
  out: string,
): Promise<{ out: string; bytes: number; sha256: string }> {
  const told = { out, bytes: content.length, sha256: sha256(content) }
  try {
    await writeFile(out, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw new Refusal('file_unwritable', { field: 'out' })
    const there = await readFile(out).catch(() => Buffer.alloc(0))
    if (sha256(there) !== told.sha256) throw new Refusal('file_exists', { field: 'out' })
  }
  return told
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
