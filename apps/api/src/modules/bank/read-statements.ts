import { createHash } from 'node:crypto'
import type { BankFileFormat } from '@adtally/contract/operator/finance/deposits-statements.ts'
import { camt053Reader } from './camt053.ts'
import { type CsvMapping, STANDARD_CSV } from './csv-mapping.ts'
import { readCsv } from './csv-statement.ts'
import { mt940Reader } from './mt940.ts'
import { malformed, type StatementEvent, type StatementReader } from './statement.ts'

/** A file that can be read repeatedly, in pieces. */
export interface StatementFile {
  pieces(): AsyncIterable<Uint8Array>
}

/** What must be known of a file before it is read. */
export interface FileDigest {
  /** SHA-256 of its bytes. */
  hash: Buffer
  is_utf8: boolean
}

const XML_ENCODINGS = new Set(['utf-8', 'us-ascii', 'iso-8859-1', 'iso-8859-15', 'windows-1252', 'utf-16'])

/** Digest of a file, read once. */
export async function digestOf(file: StatementFile): Promise<FileDigest> {
  const hash = createHash('sha256')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let is_utf8 = true
  for await (const piece of file.pieces()) {
    hash.update(piece)
    if (is_utf8) is_utf8 = isDecodable(decoder, piece)
  }
  return { hash: hash.digest(), is_utf8: is_utf8 && isDecodable(decoder, undefined) }
}

function isDecodable(decoder: TextDecoder, piece: Uint8Array | undefined): boolean {
  try {
    decoder.decode(piece, { stream: piece !== undefined })
    return true
  } catch {
    return false
  }
}

/**
 * The statements of a file, checked: each has an opening balance, its lines add up to its closing balance, and line
 * references are unique (a second one gets `#2`). Throws `statement_malformed` with the element, tag or line to
 * blame; then nothing of the file counts.
 */
export async function* readStatements(
  file: StatementFile,
  input: { format: BankFileFormat; mapping?: CsvMapping | undefined; is_utf8: boolean },
): AsyncGenerator<StatementEvent> {
  const mapping = input.mapping ?? STANDARD_CSV
  yield* checked(
    input.format === 'csv'
      ? readCsv(decoded(file, mapping.encoding), mapping)
      : pushed(
          input.format === 'mt940' ? mt940Reader() : camt053Reader(),
          decoded(file, input.format === 'mt940' ? mt940Encoding(input.is_utf8) : await xmlEncoding(file)),
        ),
  )
}

/** SWIFT allows ASCII only; banks that write other characters use one of these. */
function mt940Encoding(is_utf8: boolean): string {
  return is_utf8 ? 'utf-8' : 'windows-1252'
}

async function xmlEncoding(file: StatementFile): Promise<string> {
  for await (const piece of file.pieces()) {
    const start = Buffer.from(piece.subarray(0, 200)).toString('latin1')
    if (start.startsWith('\xff\xfe')) return 'utf-16le'
    const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/
      .exec(start)?.[1]
      ?.toLowerCase()
    if (declared === undefined) return 'utf-8'
    if (!XML_ENCODINGS.has(declared)) throw malformed('encoding')
    return declared
  }
  throw malformed('Document')
}

async function* decoded(file: StatementFile, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const piece of file.pieces()) yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? malformed('encoding') : error
  }
}

async function* pushed(
  reader: StatementReader,
  pieces: AsyncIterable<string>,
): AsyncGenerator<StatementEvent> {
  for await (const piece of pieces) yield* reader.write(piece)
  yield* reader.end()
}

async function* checked(events: AsyncIterable<StatementEvent>): AsyncGenerator<StatementEvent> {
  let balance_micros: bigint | null = null
  let seen = new Set<string>()
  let repeated = new Map<string, number>()
  for await (const event of events) {
    if (event.kind === 'opening') {
      if (balance_micros !== null) throw malformed('closing_balance')
      balance_micros = event.head.opening_balance_micros
      seen = new Set()
      repeated = new Map()
    } else if (balance_micros === null) throw malformed('opening_balance')
    else if (event.kind === 'closing') {
      if (event.closing_balance_micros !== balance_micros) throw malformed('closing_balance')
      balance_micros = null
    } else {
      for (const line of event.lines) {
        if (line.amount_micros === 0n || line.bank_reference === '') throw malformed(line.bank_reference)
        balance_micros += line.amount_micros
        if (seen.has(line.bank_reference)) {
          const times = (repeated.get(line.bank_reference) ?? 1) + 1
          repeated.set(ofItsOwn(line.bank_reference), times)
          line.bank_reference = `${line.bank_reference}#${times}`
        } else seen.add(ofItsOwn(line.bank_reference))
      }
    }
    yield event
  }
  if (balance_micros !== null) throw malformed('closing_balance')
}

/** A slice keeps its whole text in memory, so what outlives its piece is copied. */
function ofItsOwn(part: string): string {
  return Buffer.from(part, 'utf8').toString('utf8')
}
