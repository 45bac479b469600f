import { type FileHandle, open, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { GivenFile } from '@adtally/contract/operator/statement/files.ts'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { refuseUnkept } from '../../lib/kept-text.ts'
import { inPassingFolder } from '../../lib/passing-file.ts'
import { Refusal } from '../../lib/refusal.ts'
import { asSeen } from '../../lib/seen-text.ts'
import { PIECE_BYTES } from '../../modules/given-file.ts'

/** What a form may hold. */
export interface FormBounds {
  /** The parts that may be files; a part of another name that is one is refused. */
  file_fields: readonly string[]
  /** Of one file. */
  bytes_max: number
  /** Of all files. */
  bytes_total_max: number
  /** Of the other parts. */
  fields_max: number
}

/** A form as it was sent; each name once. */
export interface FormFiles {
  fields: Readonly<Record<string, string>>
  files: Readonly<Record<string, GivenFile>>
}

const FIELD_BYTES_MAX = 100_000
const FIELD_NAME_BYTES_MAX = 64
const FILE_NAME_LENGTH_MAX = 255

/**
 * Does `work` with a form's fields and files. Files are spooled to this machine under no name, so that nothing is left of them
 * however `work` or the program ends; they can be read until `work` is done. Throws `body_malformed` where the form is cut
 * off, is none or has too many parts, and with the field to blame `field_unknown` for a file of another name, `field_invalid`
 * for a name that stands twice, `field_too_long`, `file_too_large` with its bound.
 */
export async function withFormFiles<T>(
  request: FastifyRequest,
  bounds: FormBounds,
  work: (form: FormFiles) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Refusal('body_malformed')
  const spools: FileHandle[] = []
  try {
    const form = await readForm(request, bounds, spools)
    return await work(form)
  } finally {
    // What is left of a refused form is read and dropped, so that the answer reaches who is still sending.
    request.raw.unpipe()
    request.raw.resume()
    await Promise.all(spools.map((spool) => spool.close()))
  }
}

async function readForm(
  request: FastifyRequest,
  bounds: FormBounds,
  spools: FileHandle[],
): Promise<FormFiles> {
  const fields = new Map<string, string>()
  const files = new Map<string, GivenFile>()
  let bytes_left = bounds.bytes_total_max
  for await (const part of received(request.parts({ limits: limitsOf(bounds) }))) {
    const name = part.fieldname
    if (fields.has(name) || files.has(name)) throw new Refusal('field_invalid', { field: name })
    if (part.type === 'field') {
      fields.set(name, textOf(part))
      continue
    }
    if (!bounds.file_fields.includes(name)) throw new Refusal('field_unknown', { field: name })
    const spool = await openNameless()
    spools.push(spool)
    const file = await spooled(part, spool, Math.min(bounds.bytes_max, bytes_left))
    bytes_left -= file.bytes
    files.set(name, file)
  }
  const form = { fields: Object.fromEntries(fields), files: Object.fromEntries(files) }
  refuseUnkept(form.fields, '')
  return form
}

/** One more file than there are fields for, so that one that stands twice is blamed by its name. */
function limitsOf({ file_fields, fields_max, bytes_max }: FormBounds) {
  const files = file_fields.length + 1
  return {
    ...{ files, fields: fields_max, parts: files + fields_max, fileSize: bytes_max + 1 },
    ...{ fieldNameSize: FIELD_NAME_BYTES_MAX, fieldSize: FIELD_BYTES_MAX, headerPairs: 20 },
  }
}

/** What arrives. Throws `body_malformed` where it can't be read. */
async function* received<T>(arriving: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* arriving
  } catch {
    throw new Refusal('body_malformed')
  }
}

function textOf({ fieldname, value, fieldnameTruncated, valueTruncated }: MultipartValue): string {
  if (fieldnameTruncated || valueTruncated) throw new Refusal('field_too_long', { field: fieldname })
  // Of a part that is said to be JSON it is none.
  if (typeof value !== 'string') throw new Refusal('field_invalid', { field: fieldname })
  return value
}

/** A file without a name, to write and to read: however the program ends, nothing is left. */
async function openNameless(): Promise<FileHandle> {
  return await inPassingFolder(async (folder) => {
    const path = join(folder, 'part')
    const spool = await open(path, 'wx+', 0o600)
    await unlink(path)
    return spool
  })
}

async function spooled(
  { file, fieldname, filename }: MultipartFile,
  spool: FileHandle,
  bytes_max: number,
): Promise<GivenFile> {
  let bytes = 0
  for await (const piece of received<Buffer>(file)) {
    bytes += piece.length
    if (bytes > bytes_max) throw new Refusal('file_too_large', { field: fieldname, bounds: { bytes_max } })
    await spool.writeFile(piece)
  }
  // None is said of a part without one.
  const name = asSeen(basename(filename ?? '')).slice(0, FILE_NAME_LENGTH_MAX)
  return new GivenFile({ name, bytes, open: () => piecesOf(spool) })
}

/** From the first byte on, beside any other reader. */
async function* piecesOf(spool: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await spool.read({ buffer: Buffer.allocUnsafe(PIECE_BYTES), position })
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
