import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Micros } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { writeOnce } from '../../database/write-once.ts'
import {
  type BankEvent,
  type BankPayment,
  Books,
  bankEvent,
  compact,
  type JournalledEvent,
  journalled,
  type KeptPayment,
  type KeptStatement,
  type Movement,
  type Party,
  type ReturnReason,
} from './books.ts'
import { camt053Statement } from './camt053-file.ts'
import { Journal } from './journal.ts'
import { readPain001 } from './pain001-file.ts'

/** A payer whose balance is too small first pays in cash here. */
const CASH_DESK: Party = { name: 'Cash desk', account_number: 'CASH' }
/** An account that nobody has, for statements that name the wrong one. */
const OTHER_ACCOUNT = 'ELSEWHERE-7'
const UNIT_MICROS = 1_000_000n
const CASH_STEP_MICROS = 1_000n * UNIT_MICROS
const OFFERS_MAX = 50

export interface BankOpening {
  /** The folder of its books and keys. */
  folder: string
  currency: string
  /** The business customer, who fetches statements and sends payment files. */
  holder: Party
  now?: () => Date
}

const keysFile = z.object({ key: z.string(), private_key: z.string() })

export type FileVerdict = { state: 'unknown' } | { state: 'accepted' } | { state: 'rejected'; reason: string }

/**
 * A small bank beside the program, with its own books in its own files; all it knows of Adtally is an account number.
 * A statement is cut when a movement asks for it and at the end of a day (UTC); each opens with the last one's
 * closing balance. Controls hold a statement back, send it again, change it, or return a payment.
 */
export class SandboxBank {
  readonly currency: string
  readonly holder: Party
  /** The API key of its one business customer. */
  readonly key: string
  /** The public key for its signatures: SPKI in base64. */
  readonly public_key: string
  now: () => Date
  readonly books = new Books()
  readonly #journal: Journal
  readonly #private_key: KeyObject
  #withhold_ms = 0

  /** Opens the bank with its existing books. */
  constructor({ folder, currency, holder, now = () => new Date() }: BankOpening) {
    this.currency = currency
    this.holder = holder
    this.now = now
    this.#journal = new Journal(folder, join(folder, 'journal.jsonl'))
    for (const entry of this.#journal.entries) this.books.apply(z.parse(bankEvent, entry))
    const { key, private_key } = keysOf(folder)
    this.key = key
    this.#private_key = createPrivateKey({
      key: Buffer.from(private_key, 'base64'),
      format: 'der',
      type: 'pkcs8',
    })
    const own = createPublicKey(this.#private_key)
    this.public_key = own.export({ format: 'der', type: 'spki' }).toString('base64')
    this.books.account(holder)
  }

  close(): void {
    this.#journal.close()
  }

  /** The bank's signature of these bytes, in base64. */
  signatureOf(file: string): string {
    return sign(null, Buffer.from(file, 'utf8'), this.#private_key).toString('base64')
  }

  /** Makes these payments, except those whose ids it knows, and cuts a statement. */
  pay(payments: readonly BankPayment[]): void {
    const fresh = payments.filter(({ payment_id }) => !this.books.payments.has(payment_id))
    if (fresh.length === 0) return
    const all = fresh.flatMap((one) => [...this.#cashFor(one), one])
    this.#enter({ kind: 'paid', at: this.#at(), payments: all.map(journalled) })
    this.cut()
  }

  /** Makes the payments of a payment file, once per message id; a file with any fault is rejected whole. */
  takeFile(message_id: string, file: string): FileVerdict {
    const digest = createHash('sha256').update(file).digest('hex')
    const known = this.books.files.get(message_id)
    if (known && known.digest !== digest) return { state: 'rejected', reason: 'DU01' }
    if (known) return this.fileState(message_id)
    const { rejected, payments } = this.#judge(message_id, file)
    const made = rejected === null ? payments.map(journalled) : []
    this.#enter({ kind: 'file', at: this.#at(), message_id, digest, rejected, payments: made })
    this.cut()
    return this.fileState(message_id)
  }

  fileState(message_id: string): FileVerdict {
    const known = this.books.files.get(message_id)
    if (!known) return { state: 'unknown' }
    return known.rejected === null ? { state: 'accepted' } : { state: 'rejected', reason: known.rejected }
  }

  /** Returns a payment to its payer, once; false if there is none to return. */
  returnPayment(payment_id: string, reason: ReturnReason): boolean {
    const paid = this.books.payments.get(payment_id)
    if (!paid || paid.returned !== null || paid.from.account_number === CASH_DESK.account_number) return false
    this.#enter({ kind: 'returned', at: this.#at(), payment_id, reason })
    this.cut()
    return true
  }

  /** The newest payment with this reference. */
  paymentOf(end_to_end_id: string): KeptPayment | undefined {
    return [...this.books.payments.values()].findLast((one) => one.end_to_end_id === end_to_end_id)
  }

  /** Holds the next statement back for this long after it is cut. */
  withholdNext(by_ms: number): void {
    this.#withhold_ms = by_ms
  }

  /** Offers a statement again with the same bytes; false if it was not offered yet. */
  offerAgain(statement_id: string): boolean {
    const offered = this.books.offers.find((one) => one.statement_id === statement_id)
    if (offered) this.#enter({ kind: 'offered', at: this.#at(), ...offered })
    return offered !== undefined
  }

  /** Offers a statement again with its first entry and closing balance one unit higher; false if there is none. */
  offerChanged(statement_id: string): boolean {
    const index = this.books.statements.findIndex((one) => one.statement_id === statement_id)
    const kept = this.books.statements[index]
    if (!kept || !this.books.offers.some((one) => one.statement_id === statement_id)) return false
    const [from, movements] = this.#span(index)
    const changed = movements.map((one, place) =>
      place === 0 ? { ...one, amount_micros: one.amount_micros + UNIT_MICROS } : one,
    )
    const file = this.#write(statement_id, from, changed)
    this.#enter({ kind: 'offered', at: this.#at(), statement_id, file })
    return true
  }

  /** Offers a statement again, cut off or naming another account; false if it was not offered yet. */
  offerBroken(statement_id: string, fault: 'cut_off' | 'other_account'): boolean {
    const offered = this.books.offers.find((one) => one.statement_id === statement_id)
    if (!offered) return false
    const own = compact(this.holder.account_number)
    const file =
      fault === 'cut_off'
        ? offered.file.slice(0, Math.floor(offered.file.length / 2))
        : offered.file.replaceAll(`>${own}<`, `>${OTHER_ACCOUNT}<`)
    this.#enter({ kind: 'offered', at: this.#at(), statement_id, file })
    return true
  }

  /** The offers after a mark, oldest first. */
  offersSince(mark: number): { mark: string; statement_id: string }[] {
    this.#offerDue()
    return this.books.offers
      .map(({ statement_id }, index) => ({ mark: String(index + 1), statement_id }))
      .slice(mark, mark + OFFERS_MAX)
  }

  /** The bytes of the statement offered at this mark. */
  offeredFile(mark: string): string | undefined {
    return this.books.offers[Number(mark) - 1]?.file
  }

  /** Writes a statement of the movements on the customer's account since the last one, if any. */
  cut(): void {
    const { movements } = this.books.account(this.holder)
    const stated = this.books.statements.at(-1)?.movements ?? 0
    if (movements.length === stated) return
    const number = String(this.books.statements.length + 1).padStart(6, '0')
    const statement_id = `${compact(this.holder.account_number).slice(0, 27)}-${number}`
    const file = this.#write(statement_id, stated, movements.slice(stated))
    const offered_from = new Date(this.now().getTime() + this.#withhold_ms).toISOString()
    this.#withhold_ms = 0
    const { account_number } = this.holder
    const cut = { statement_id, account_number, movements: movements.length, offered_from, file }
    this.#enter({ kind: 'statement', at: this.#at(), ...cut })
    this.#offerDue()
  }

  #offerDue(): void {
    const now = this.#at()
    const offered = new Set(this.books.offers.map(({ statement_id }) => statement_id))
    const isDue = ({ statement_id, offered_from }: KeptStatement) =>
      !offered.has(statement_id) && offered_from <= now
    for (const { statement_id, file } of this.books.statements.filter(isDue)) {
      this.#enter({ kind: 'offered', at: now, statement_id, file })
    }
  }

  /** A statement's movements, and the index of the first. */
  #span(index: number): [number, Movement[]] {
    const from = this.books.statements[index - 1]?.movements ?? 0
    return [
      from,
      this.books.account(this.holder).movements.slice(from, this.books.statements[index]?.movements),
    ]
  }

  #write(statement_id: string, from: number, movements: readonly Movement[]): string {
    const before = this.books.account(this.holder).movements.slice(0, from)
    const opening_micros = before.reduce((sum: Micros, one) => sum + one.amount_micros, 0n)
    const { currency, holder } = this
    return camt053Statement({ statement_id, at: this.#at(), currency, holder, opening_micros, movements })
  }

  #judge(message_id: string, file: string): { rejected: string | null; payments: BankPayment[] } {
    const rejected = (reason: string) => ({ rejected: reason, payments: [] })
    const read = readPain001(file)
    if ('blamed' in read || read.message_id !== message_id) return rejected('FF01')
    const { debtor, transfers } = read
    if (compact(debtor.account_number) !== compact(this.holder.account_number)) return rejected('AC01')
    if (transfers.some(({ to }) => to.account_number === '')) return rejected('AC01')
    if (transfers.some(({ currency }) => currency !== this.currency)) return rejected('AM03')
    if (transfers.some(({ amount_micros }) => amount_micros <= 0n)) return rejected('AM01')
    const sum_micros = transfers.reduce((sum, { amount_micros }) => sum + amount_micros, 0n)
    if (sum_micros > this.books.account(this.holder).balance_micros) return rejected('AM04')
    const payments = transfers.map(({ to, amount_micros: amount, end_to_end_id, remittance }) => ({
      ...{ payment_id: `${message_id}/${end_to_end_id}`, from: this.holder, to, amount },
      ...{ remittance, end_to_end_id },
    }))
    return { rejected: null, payments }
  }

  #cashFor({ payment_id, from, amount }: BankPayment): BankPayment[] {
    const missing_micros = amount - this.books.account(from).balance_micros
    if (missing_micros <= 0n) return []
    const steps = (missing_micros + CASH_STEP_MICROS - 1n) / CASH_STEP_MICROS
    const paid_in = { from: CASH_DESK, to: from, amount: steps * CASH_STEP_MICROS }
    return [{ payment_id: `cash for ${payment_id}`, ...paid_in, remittance: 'Cash', end_to_end_id: null }]
  }

  #at(): string {
    return this.now().toISOString()
  }

  #enter(event: JournalledEvent): void {
    const checked: BankEvent = z.parse(bankEvent, event)
    this.#journal.append(event)
    this.books.apply(checked)
  }
}

function keysOf(folder: string): z.infer<typeof keysFile> {
  const path = join(folder, 'keys.json')
  const { privateKey } = generateKeyPairSync('ed25519')
  const private_key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  writeOnce(folder, path, { key: randomBytes(32).toString('base64url'), private_key })
  return z.parse(keysFile, JSON.parse(readFileSync(path, 'utf8')))
}
