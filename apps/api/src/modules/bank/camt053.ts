import { linesOfEntry, signed, type Texts } from './camt053-entry.ts'
import { CAMT053_ROOT, type PathNode } from './camt053-paths.ts'
import { malformed, type StatementEvent, type StatementLine, type StatementReader } from './statement.ts'
import { XmlFault, type XmlHandler, XmlReader } from './xml-reader.ts'

const LINES_PER_BATCH = 1_000

/**
 * A CAMT.053 file (ISO 20022 `camt.053.001`, .02 to .13; both forms are read where versions differ): its statements'
 * booked entries, with one line for each transaction of a batch.
 */
export function camt053Reader(): StatementReader {
  const reading = new Camt053Reading()
  const xml = new XmlReader(reading)
  const blamed = (work: () => void): StatementEvent[] => {
    try {
      work()
    } catch (error) {
      if (error instanceof XmlFault) throw malformed(reading.place)
      throw error
    }
    return reading.take()
  }
  return {
    write: (text) => blamed(() => xml.write(text)),
    end: () =>
      blamed(() => {
        xml.end()
        reading.end()
      }),
  }
}

class Camt053Reading implements XmlHandler {
  readonly #names: string[] = []
  /** The open elements; undefined where nothing below is read. */
  readonly #nodes: (PathNode | undefined)[] = [CAMT053_ROOT]
  /** Texts of the open parts, innermost last. */
  readonly #parts: Texts[] = []
  #ready: StatementEvent[] = []
  #lines: StatementLine[] = []
  #balances: Texts[] = []
  #transactions: Texts[] = []
  #entries = 0
  #currency: string | null = null
  #statements = 0

  /** The position in the file, for error messages. */
  get place(): string {
    return this.#names.join('.') || 'Document'
  }

  take(): StatementEvent[] {
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  end(): void {
    if (this.#statements === 0) throw malformed('Document.BkToCstmrStmt.Stmt')
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#names.push(name)
    const node = this.#nodes.at(-1)?.children.get(name)
    this.#nodes.push(node)
    if (node?.part !== undefined) this.#begin(node.part)
    if (node?.currency_key !== undefined) this.#keep(node.currency_key, attributes.Ccy ?? '')
  }

  close(_name: string, text: string): void {
    const node = this.#nodes.pop()
    if (node?.key !== undefined) this.#keep(node.key, text.trim())
    if (node?.part !== undefined) this.#finish(node.part)
    this.#names.pop()
  }

  #keep(key: string, text: string): void {
    const texts = this.#parts.at(-1)
    const before = texts?.get(key)
    // Only unstructured remittance text repeats; of other elements the first counts.
    if (before === undefined) texts?.set(key, text)
    else if (key === 'Ustrd') texts?.set(key, `${before} ${text}`)
  }

  #begin(part: PathNode['part']): void {
    if (part === 'statement') {
      this.#balances = []
      this.#entries = 0
      this.#currency = null
    } else if (part === 'entry') {
      this.#currency ??= this.#head()
      this.#transactions = []
    }
    this.#parts.push(new Map())
  }

  #finish(part: PathNode['part']): void {
    const texts = this.#parts.pop() ?? new Map()
    if (part === 'balance') this.#balances.push(texts)
    else if (part === 'transaction') this.#transactions.push(texts)
    else if (part === 'entry') this.#finishEntry(texts)
    else this.#finishStatement(texts)
  }

  #finishEntry(texts: Texts): void {
    this.#entries += 1
    this.#lines.push(...linesOfEntry({ texts, transactions: this.#transactions }, this.#currency ?? ''))
    if (this.#lines.length >= LINES_PER_BATCH) this.#handOn()
  }

  #finishStatement(texts: Texts): void {
    this.#currency ??= this.#head(texts)
    const stated = texts.get('NbOfNtries')
    if (stated !== undefined && Number(stated) !== this.#entries) throw malformed('Stmt.TxsSummry.NbOfNtries')
    this.#handOn()
    this.#ready.push({ kind: 'closing', closing_balance_micros: this.#balance(['CLBD']).amount_micros })
    this.#statements += 1
  }

  /** Balances come before entries, so the first entry completes the head. */
  #head(texts: Texts = this.#parts.at(-1) ?? new Map()): string {
    const { currency, amount_micros } = this.#balance(['OPBD', 'PRCD'])
    if (this.#balance(['CLBD']).currency !== currency) throw malformed('Stmt.Bal.Amt.Ccy')
    const head = {
      external_id: texts.get('Id') || null,
      account: texts.get('Acct') ?? '',
      currency,
      opening_balance_micros: amount_micros,
    }
    this.#ready.push({ kind: 'opening', head })
    return currency
  }

  #handOn(): void {
    if (this.#lines.length > 0) this.#ready.push({ kind: 'lines', lines: this.#lines })
    this.#lines = []
  }

  #balance(codes: readonly string[]): { currency: string; amount_micros: bigint } {
    const found = this.#balances.find((one) => codes.includes(one.get('Cd') ?? ''))
    if (!found) throw malformed('Stmt.Bal')
    return {
      currency: found.get('Amt@Ccy') ?? '',
      amount_micros: signed(found.get('Amt'), found.get('CdtDbtInd'), 'Stmt.Bal.Amt'),
    }
  }
}
