import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type CsvMapping, mappedAmount, mappedDay } from './csv-mapping.ts'
import { bankText, malformed, type StatementEvent, type StatementLine } from './statement.ts'

const LINES_PER_BATCH = 1_000
const RECORD_LENGTH_MAX = 20_000

type Row = readonly string[]
interface Located {
  cells: Row
  where: string
}
interface Place {
  readonly column: (name: string | undefined) => number
  readonly mapping: CsvMapping
}

/**
 * Reads a bank's CSV file by its mapping as one statement, whose opening balance is the one before its first line.
 * Only files with the newest line first are held in memory, to reverse them. Throws `statement_malformed` with the
 * line to blame.
 */
export async function* readCsv(
  pieces: AsyncIterable<string>,
  mapping: CsvMapping,
): AsyncGenerator<StatementEvent> {
  const rows = rowsOf(pieces, mapping)
  const heading = await rows.next()
  if (heading.done) throw malformed('columns')
  const place: Place = { column: columnsOf(heading.value.cells), mapping }
  const reading = new CsvReading(place)
  if (mapping.order === 'oldest_first') {
    for await (const { cells, where } of rows) yield* reading.row(cells, where)
  } else {
    const newest_first: Located[] = []
    for await (const row of rows) newest_first.push(row)
    for (const { cells, where } of newest_first.toReversed()) yield* reading.row(cells, where)
  }
  yield* reading.end()
}

class CsvReading {
  readonly #place: Place
  #lines: StatementLine[] = []
  #currency: string | null = null
  #balance_micros = 0n

  constructor(place: Place) {
    this.#place = place
    const { columns } = place.mapping
    const named = Object.values(columns).flat()
    if (named.some((name) => place.column(name) < 0)) throw malformed('columns')
  }

  *row(cells: Row, where: string): Generator<StatementEvent> {
    const { column, mapping } = this.#place
    const { columns } = mapping
    const cell = (name: string | undefined) => cells[column(name)] ?? ''
    const currency = mapping.currency ?? cell(columns.currency).trim()
    const amount_micros = amountOf(cell, mapping, where)
    const balance_micros = mappedAmount(cell(columns.balance_after), mapping, where)
    if (this.#currency === null) {
      this.#currency = currency
      this.#balance_micros = balance_micros - amount_micros
      const opening_balance_micros = this.#balance_micros
      yield { kind: 'opening', head: { external_id: null, account: '', currency, opening_balance_micros } }
    }
    this.#balance_micros += amount_micros
    if (this.#balance_micros !== balance_micros || currency !== this.#currency) throw malformed(where)
    this.#lines.push(lineOf(cell, mapping, amount_micros, where))
    if (this.#lines.length >= LINES_PER_BATCH) yield* this.#handOn()
  }

  *end(): Generator<StatementEvent> {
    if (this.#currency === null) throw malformed('line 2')
    yield* this.#handOn()
    yield { kind: 'closing', closing_balance_micros: this.#balance_micros }
  }

  *#handOn(): Generator<StatementEvent> {
    if (this.#lines.length > 0) yield { kind: 'lines', lines: this.#lines }
    this.#lines = []
  }
}

type Cell = (name: string | undefined) => string

function amountOf(cell: Cell, mapping: CsvMapping, where: string): bigint {
  const { amount, paid_in, paid_out } = mapping.columns
  if (amount !== undefined) return mappedAmount(cell(amount), mapping, where)
  const [into, out] = [cell(paid_in).trim(), cell(paid_out).trim()].map((text) =>
    text === '' ? 0n : mappedAmount(text, mapping, where),
  )
  if (into === undefined || out === undefined || (into !== 0n && out !== 0n) || into < 0n)
    throw malformed(where)
  return out === 0n ? into : out < 0n ? out : -out
}

function lineOf(cell: Cell, mapping: CsvMapping, amount_micros: bigint, where: string): StatementLine {
  const { columns } = mapping
  const told = {
    booked_at: mappedDay(cell(columns.booked_at), mapping, where),
    amount_micros,
    counterparty_name: bankText(columns.counterparty_name ? cell(columns.counterparty_name) : ''),
    counterparty_account: bankText(columns.counterparty_account ? cell(columns.counterparty_account) : ''),
    remittance: bankText(columns.remittance.map(cell).join(' ')),
  }
  const bank_reference = columns.bank_reference ? bankText(cell(columns.bank_reference)) : digestOf(told)
  return { ...told, bank_reference, is_return: false }
}

/** An id for a line without a bank reference: the same line in an overlapping file gets the same id. */
function digestOf(line: Omit<StatementLine, 'bank_reference' | 'is_return'>): string {
  const said = [
    line.booked_at.toISOString(),
    line.amount_micros.toString(),
    line.counterparty_name,
    line.counterparty_account,
    line.remittance,
  ]
  return createHash('sha256').update(said.join('\u0000')).digest('hex').slice(0, 32)
}

function columnsOf(heading: Row): Place['column'] {
  const places = new Map(heading.map((name, index) => [name.trim(), index]))
  if (places.size < heading.filter((name) => name.trim() !== '').length) throw malformed('columns')
  return (name) => (name === undefined ? -1 : (places.get(name) ?? -1))
}

async function* rowsOf(pieces: AsyncIterable<string>, mapping: CsvMapping): AsyncGenerator<Located> {
  const parser = parse({
    delimiter: mapping.delimiter,
    bom: true,
    from_line: mapping.skip_lines + 1,
    skip_empty_lines: true,
    max_record_size: RECORD_LENGTH_MAX,
  })
  const source = Readable.from(whole(pieces))
  // Passes an error of the file on to the reader of its rows.
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let index = mapping.skip_lines
  try {
    for await (const cells of parser) {
      index += 1
      yield { cells, where: `line ${index}` }
    }
  } catch (error) {
    throw error instanceof CsvError ? malformed(`line ${index + 1}`) : error
  } finally {
    source.destroy()
  }
}

/** The last line must end in a line break; otherwise its last text may be cut. */
async function* whole(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let last = ''
  for await (const piece of pieces) {
    last = piece.at(-1) ?? last
    yield piece
  }
  if (last !== '\n' && last !== '\r') throw malformed('end of file')
}
