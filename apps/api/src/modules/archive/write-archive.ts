import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Language } from '@adtally/contract/enums.ts'
import { plainMessage, type ServerKey } from '@adtally/i18n/server.ts'
import { ZipFile } from 'yazl'
import { newId } from '../../database/identifiers.ts'
import { makeFolder } from '../../database/make-folder.ts'
import type { ArchivePart, ArchiveTable } from '../archive-table.ts'
import type { Services } from '../services.ts'
import { type Owner, type Row, rowsOf } from './repository.ts'
import { csvLine, fieldsOf, headingsOf, pathOfTable } from './rules.ts'

/** A finished archive in a file without a name, which is gone once it is closed. */
export interface MadeArchive {
  content: Readable
  bytes: number
}

const INDEX = 'README.txt'
/** Tells a spreadsheet that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Writes everything the parts list for a customer into one ZIP file, with an index in the reader's language and
 * without empty tables. It is complete before it is sent. Each table is as of the moment it is read.
 */
export async function writeArchive(
  services: Services,
  parts: readonly ArchivePart[],
  owner: Owner,
  language: Language,
): Promise<MadeArchive> {
  const { writer, reader } = await openNameless(join(services.settings.data_dir, 'archives'))
  try {
    await writeInto(writer, services, parts, owner, language)
    const { size } = await reader.stat()
    return { content: reader.createReadStream({ start: 0 }), bytes: size }
  } catch (error) {
    await Promise.all([writer.close(), reader.close()])
    throw error
  }
}

/** A file without a name, to write and to read: however the program ends, nothing is left. */
async function openNameless(folder: string): Promise<{ writer: FileHandle; reader: FileHandle }> {
  makeFolder(folder, 0o700)
  const path = join(folder, newId())
  const writer = await open(path, 'wx', 0o600)
  const reader = await open(path, 'r')
  await unlink(path)
  return { writer, reader }
}

interface Writer {
  services: Services
  owner: Owner
  /** Writes one file; returns once it is all in the archive. Throws where the archive can't be written. */
  add(path: string, content: AsyncIterable<string | Buffer> | Iterable<Buffer>): Promise<void>
}

async function writeInto(
  writer: FileHandle,
  services: Services,
  parts: readonly ArchivePart[],
  owner: Owner,
  language: Language,
): Promise<void> {
  const made_at = services.clock.now()
  const zip = new ZipFile()
  const failed = new AbortController()
  const written = pipeline(zip.outputStream, writer.createWriteStream(), failed)
  // Ends the wait of a caller whose entry nobody will read any more.
  written.catch((error: unknown) => failed.abort(error))
  zip.on('error', (error: unknown) => failed.abort(error))
  const add: Writer['add'] = async (path, content) => {
    const entry = new PassThrough()
    zip.addReadStream(entry, path, { mtime: made_at })
    await pipeline(content, entry, failed)
  }
  const index: string[] = []
  for (const part of parts) {
    for (const table of part.tables) {
      const rows = await writeTable({ services, owner, add }, table)
      if (rows > 0) index.push(`${pathOfTable(table.table)}: ${rows}`)
    }
    for await (const { path, content } of part.files?.(services, owner.customer_id) ?? []) {
      await add(path, [content])
      index.push(path)
    }
  }
  await add(INDEX, [Buffer.from(indexText(services, language, made_at, index))])
  zip.end()
  await written
}

/** Returns the number of rows; an empty table gets no file. */
async function writeTable({ services, owner, add }: Writer, table: ArchiveTable): Promise<number> {
  const { customer_id } = owner
  const scope = table.past_scope
    ? ({ kind: 'system' } as const)
    : ({ kind: 'customer', customer_id } as const)
  return await services.database.transaction(scope, async (tx) => {
    const batches = rowsOf(tx, table, owner)
    const first = await batches.next()
    if (first.done) return 0
    let count = 0
    const text = (rows: readonly Row[]) => {
      count += rows.length
      return rows.map((row) => csvLine(fieldsOf(table, row, services.settings.secret))).join('')
    }
    await add(
      pathOfTable(table.table),
      (async function* () {
        yield BYTE_ORDER_MARK + csvLine(headingsOf(table)) + text(first.value)
        for await (const rows of batches) yield text(rows)
      })(),
    )
    return count
  })
}

/** What every reader should know first, then the list of files. */
function indexText(
  { settings }: Services,
  language: Language,
  made_at: Date,
  index: readonly string[],
): string {
  const { brand, currency, public_origin } = settings
  const say = (key: ServerKey) =>
    plainMessage(language, key, {
      brand: brand.name,
      currency,
      origin: public_origin,
      time: made_at.toISOString(),
    })
  const paragraphs = [say('archive.what'), say('archive.how'), say('archive.left_out'), index.join('\n')]
  return `${paragraphs.join('\n\n')}\n`
}
