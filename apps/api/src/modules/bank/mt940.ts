import { type Mt940Line, readBalance, readLine } from './mt940-fields.ts'
import { readInformation } from './mt940-information.ts'
import {
  bankText,
  malformed,
  type StatementEvent,
  type StatementLine,
  type StatementReader,
} from './statement.ts'

const LINES_PER_BATCH = 1_000
/** More lines than any field has; a file with such a field is no MT940. */
const FIELD_LINES_MAX = 64
const TAG = /^:(\d{2}[A-Z]?):(.*)$/s
/** Banks write these for "no reference". */
const NO_REFERENCE = new Set(['', 'NONREF', 'NOREF'])

/**
 * MT940 (SWIFT customer statements): tags `:20: :25: :28C: :60F: :61: :86: :62F:`, CRLF or LF, with or without SWIFT
 * blocks; statements in several messages (`:60M:`, `:62M:`) and several statements in a file. Each message must end
 * with its closing balance.
 */
export function mt940Reader(): StatementReader {
  const reading = new Mt940Reading()
  let rest = ''
  return {
    write(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > 10_000) throw malformed('line too long')
      for (const line of lines) reading.line(line.endsWith('\r') ? line.slice(0, -1) : line)
      return reading.take()
    },
    end() {
      if (rest !== '') reading.line(rest.replace(/\r$/, ''))
      reading.end()
      return reading.take()
    },
  }
}

interface OpenStatement {
  external_id: string
  account: string
  currency: string
  balance_micros: bigint
  is_page_open: boolean
}

class Mt940Reading {
  #ready: StatementEvent[] = []
  #lines: StatementLine[] = []
  #field: { tag: string; lines: string[] } | null = null
  #message = new Map<string, string>()
  #statement: OpenStatement | null = null
  #line: Mt940Line | null = null
  #count = 0
  #statements = 0

  take(): StatementEvent[] {
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  line(line: string): void {
    const text = line.replace(/^\uFEFF/, '').replace(/^\{1:.*\{4:/, '')
    const tagged = TAG.exec(text)
    if (tagged) {
      this.#closeField()
      this.#field = { tag: tagged[1] ?? '', lines: [tagged[2] ?? ''] }
    } else if (text === '-' || text.startsWith('-}')) {
      this.#closeField()
      this.#endMessage()
    } else if (this.#field) {
      if (this.#field.lines.length >= FIELD_LINES_MAX) throw malformed(`:${this.#field.tag}:`)
      this.#field.lines.push(text)
    } else if (text.trim() !== '') throw malformed(':20:')
  }

  end(): void {
    this.#closeField()
    this.#endMessage()
    if (this.#statement || this.#statements === 0) throw malformed(':62F:')
  }

  #endMessage(): void {
    if (this.#statement?.is_page_open) throw malformed(':62F:')
    this.#message = new Map()
  }

  #closeField(): void {
    const field = this.#field
    this.#field = null
    if (!field) return
    const { tag, lines } = field
    const value = lines.join('').trim()
    if (tag === '20') this.#begin()
    if (tag === '61') this.#openLine(lines)
    else if (tag === '86') this.#closeLine(lines)
    else if (tag === '60F' || tag === '60M') this.#open(tag, value)
    else if (tag === '62F' || tag === '62M') this.#close(tag, value)
    else if (tag === '20' || tag === '25' || tag === '28C' || tag === '28')
      this.#message.set(tag.slice(0, 2), value)
  }

  /** `:20:` starts a message even where the one before it had no end. */
  #begin(): void {
    this.#endMessage()
  }

  #open(tag: string, value: string): void {
    const { currency, amount_micros } = readBalance(value, `:${tag}:`)
    const [reference, account, number] = ['20', '25', '28'].map((one) => this.#message.get(one))
    if (!reference || !account || !number) throw malformed(':20: :25: :28C:')
    if (this.#statement) {
      const continues =
        tag === '60M' &&
        !this.#statement.is_page_open &&
        this.#statement.account === account &&
        this.#statement.currency === currency &&
        this.#statement.balance_micros === amount_micros
      if (!continues) throw malformed(`:${tag}:`)
      this.#statement.is_page_open = true
      return
    }
    this.#count = 0
    // The sender's reference and number repeat over the years; the day does not.
    const external_id = `${reference} ${number} ${value.slice(1, 7)}`
    this.#statement = { external_id, account, currency, balance_micros: amount_micros, is_page_open: true }
    this.#ready.push({
      kind: 'opening',
      head: { external_id, account, currency, opening_balance_micros: amount_micros },
    })
  }

  #openLine(lines: readonly string[]): void {
    this.#closeLine([])
    if (!this.#statement?.is_page_open) throw malformed(':61:')
    this.#line = readLine(lines, ':61:')
  }

  #closeLine(information: readonly string[]): void {
    const line = this.#line
    const statement = this.#statement
    this.#line = null
    if (!line || !statement) return
    this.#count += 1
    const told = readInformation(information)
    const texts = [told.remittance || line.supplementary]
    if (!NO_REFERENCE.has(line.customer_reference)) texts.push(line.customer_reference)
    statement.balance_micros += line.amount_micros
    this.#lines.push({
      bank_reference: bankText(
        NO_REFERENCE.has(line.bank_reference)
          ? `${statement.external_id}/${this.#count}`
          : line.bank_reference,
      ),
      booked_at: line.booked_at,
      amount_micros: line.amount_micros,
      counterparty_name: bankText(told.counterparty_name),
      counterparty_account: bankText(told.counterparty_account),
      remittance: bankText(texts.join(' ')),
      is_return: line.is_return || told.is_return,
    })
    if (this.#lines.length >= LINES_PER_BATCH) this.#handOn()
  }

  #close(tag: string, value: string): void {
    this.#closeLine([])
    const { currency, amount_micros } = readBalance(value, `:${tag}:`)
    const statement = this.#statement
    const is_right =
      statement?.is_page_open && statement.currency === currency && statement.balance_micros === amount_micros
    if (!statement || !is_right) throw malformed(`:${tag}:`)
    statement.is_page_open = false
    if (tag === '62M') return
    this.#handOn()
    this.#ready.push({ kind: 'closing', closing_balance_micros: amount_micros })
    this.#statements += 1
    this.#statement = null
  }

  #handOn(): void {
    if (this.#lines.length > 0) this.#ready.push({ kind: 'lines', lines: this.#lines })
    this.#lines = []
  }
}
