import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { schedule } from '../../database/jobs.ts'
import {
  malformed,
  type StatementEvent,
  type StatementFormat,
  type StatementHead,
  type StatementLine,
} from '../bank/index.ts'
import { customersMoney, postTransfers, type Transfer } from '../ledger/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { bankAccount, type Rail, SUSPENSE } from './bank-accounts.ts'
import { addCounts, type MatchCounts, matchLines, NOTHING_MATCHED } from './match-lines.ts'
import { DEPOSIT_RETURN_JOB, RETURN_AFTER_MS } from './return-rules.ts'
import { isOwnAccount } from './rules.ts'
import { beginMatching, STATEMENT_MATCH_JOB } from './statement-matching.ts'
import {
  type BankLineRow,
  insertBankPosition,
  insertLines,
  insertStatement,
  isKnownStatement,
  lastClosingBalance,
} from './statements.repository.ts'

/**
 * Files of up to so many lines, and as many statements, are matched in the import's own transaction, longer ones by a job:
 * an account that is credited stays locked until the whole file is in.
 */
const MATCHED_AT_ONCE_MAX = 1_000

/** How many lines of a file there were, and what became of them. */
export interface ImportCounts extends MatchCounts {
  statements: number
  lines: number
  /** Lines that were imported before. */
  duplicates: number
  /** Lines that a job looks at next. */
  matched_later: number
}

/** Whose file it is and how it was read. */
export interface ImportOf {
  rail: Rail
  format: StatementFormat
  file_hash: Buffer
  imported_by: string
  mapping_id: string | null
}

interface OpenStatement {
  statement_id: string
  head: StatementHead
  last_closing_micros: Micros
  read: number
  fresh: number
  duplicates: number
  duplicate_micros: Micros
  /** Lines that may be matched at once; none where the file has too many. */
  rows: BankLineRow[]
}

/** A statement that is stored, and has not been looked at. */
interface Stored {
  open: OpenStatement
  closing_balance_micros: Micros
  imported_at: Date
}

/**
 * One file's way into the database, in the caller's transaction and in memory that does not grow with it: while the
 * database takes a batch of lines, the next is read.
 */
export class StatementImport {
  readonly #services: Services
  readonly #tx: Transaction
  readonly #of: ImportOf
  #open: OpenStatement | null = null
  #storing: Promise<Error | null> = Promise.resolve(null)
  #first_id: string | null = null
  /** Statements to be matched when the file is at its end; null once it is known to be long. */
  #waiting: Stored[] | null = []
  #counts: ImportCounts = { ...NOTHING_MATCHED, statements: 0, lines: 0, duplicates: 0, matched_later: 0 }

  constructor(services: Services, tx: Transaction, of: ImportOf) {
    this.#services = services
    this.#tx = tx
    this.#of = of
  }

  /** Takes what was read next. Throws what `importStatement` lists. */
  async take(event: StatementEvent): Promise<void> {
    if (event.kind === 'opening') await this.#begin(event.head)
    else if (event.kind === 'closing') await this.#finish(event.closing_balance_micros)
    else await this.#store(event.lines)
  }

  /** Waits for what is under way, whatever comes of it. */
  async settle(): Promise<void> {
    await this.#storing
  }

  /** Ends the file: what is not left to a job is matched now. Throws `statement_malformed` where it has no statement. */
  async end(): Promise<ImportCounts & { statement_id: string }> {
    if (this.#first_id === null) throw malformed('file')
    for (const stored of this.#waiting ?? []) {
      addCounts(this.#counts, await matchLines(this.#services, this.#tx, stored.open.rows))
      await this.#takePosition(stored)
    }
    return { statement_id: this.#first_id, ...this.#counts }
  }

  async #begin(head: StatementHead): Promise<void> {
    const { currency, deposit_account } = this.#services.settings
    if (head.currency !== currency) throw malformed('currency')
    if (!isOwnAccount(head.account, deposit_account.number)) throw malformed('account')
    if (head.external_id !== null && (await isKnownStatement(this.#tx, this.#of.rail, head.external_id))) {
      throw new Refusal('statement_duplicate', { field: head.external_id })
    }
    this.#open = {
      statement_id: newId(),
      head,
      last_closing_micros: (await lastClosingBalance(this.#tx, this.#of.rail)) ?? 0n,
      read: 0,
      fresh: 0,
      duplicates: 0,
      duplicate_micros: 0n,
      rows: [],
    }
  }

  async #store(lines: readonly StatementLine[]): Promise<void> {
    const open = this.#opened()
    const rows = lines.map((line, index) => this.#rowOf(line, open, open.read + index + 1))
    open.read += rows.length
    await this.#stored()
    this.#storing = this.#storeRows(open, rows).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    )
  }

  async #storeRows(open: OpenStatement, rows: readonly BankLineRow[]): Promise<void> {
    const { fresh, known } = await insertLines(this.#tx, rows)
    for (const { amount_micros } of known) open.duplicate_micros += amount_micros
    open.duplicates += known.length
    open.fresh += fresh.length
    this.#counts.lines += fresh.length
    await this.#judgeLength()
    if (this.#waiting) open.rows.push(...fresh)
    else open.rows = []
    await postTransfers(this.#tx, fresh.filter((row) => row.amount_micros > 0n).map(receivedTransfer))
  }

  async #stored(): Promise<void> {
    const error = await this.#storing
    if (error) throw error
  }

  #opened(): OpenStatement {
    if (!this.#open) throw malformed('opening_balance')
    return this.#open
  }

  #rowOf(line: StatementLine, { statement_id }: OpenStatement, sequence: number): BankLineRow {
    return {
      ...line,
      line_id: newId(),
      statement_id,
      sequence,
      rail: this.#of.rail,
      assigned_kind: null,
      assigned_id: null,
      assigned_at: null,
    }
  }

  async #finish(closing_balance_micros: Micros): Promise<void> {
    const open = this.#opened()
    await this.#stored()
    if (open.fresh === 0 && open.duplicates > 0) throw new Refusal('statement_duplicate', { field: 'lines' })
    // What was imported before comes first in an overlapping file: behind it the chain goes on.
    const opening_balance_micros = open.head.opening_balance_micros + open.duplicate_micros
    if (opening_balance_micros !== open.last_closing_micros) throw new Refusal('statement_gap')
    const imported_at = this.#services.clock.now()
    this.#counts.statements += 1
    this.#counts.duplicates += open.duplicates
    this.#first_id ??= open.statement_id
    await insertStatement(this.#tx, {
      ...this.#of,
      statement_id: open.statement_id,
      external_id: open.head.external_id,
      file_part: this.#counts.statements,
      opening_balance_micros,
      closing_balance_micros,
      line_count: open.fresh,
      duplicate_count: open.duplicates,
      imported_at,
    })
    await schedule(this.#tx, {
      kind: DEPOSIT_RETURN_JOB,
      subject_id: open.statement_id,
      due_at: new Date(imported_at.getTime() + RETURN_AFTER_MS),
    })
    const stored = { open, closing_balance_micros, imported_at }
    if (this.#waiting) this.#waiting.push(stored)
    else await this.#leaveToJob(stored)
    this.#open = null
    await this.#judgeLength()
  }

  /** Of a file that turns out to be long, what waited for its end is left to jobs, and so is what comes. */
  async #judgeLength(): Promise<void> {
    if (Math.max(this.#counts.lines, this.#counts.statements) <= MATCHED_AT_ONCE_MAX) return
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const stored of waiting) await this.#leaveToJob(stored)
  }

  async #leaveToJob(stored: Stored): Promise<void> {
    const { statement_id, fresh } = stored.open
    this.#counts.matched_later += fresh
    await beginMatching(this.#tx, statement_id)
    await schedule(this.#tx, {
      kind: STATEMENT_MATCH_JOB,
      subject_id: statement_id,
      due_at: stored.imported_at,
    })
    await this.#takePosition(stored)
  }

  async #takePosition({ open, closing_balance_micros }: Stored): Promise<void> {
    await insertBankPosition(this.#tx, {
      position_id: newId(),
      statement_id: open.statement_id,
      rail: this.#of.rail,
      closing_balance_micros,
      customers_money_micros: await customersMoney(this.#tx),
    })
  }
}

function receivedTransfer(row: BankLineRow): Transfer {
  return {
    id: newId(),
    kind: 'posted',
    posting: 'deposit_received',
    debit: bankAccount(row.rail),
    credit: SUSPENSE,
    amount_micros: row.amount_micros,
    cause: { kind: 'bank_line', id: row.line_id },
  }
}
