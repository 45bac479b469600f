import type { BankFileFormat, Rail } from '@adtally/contract/operator/finance/deposits-statements.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { malformed, type StatementEvent, type StatementHead } from '../../bank/index.ts'
import type { Services } from '../../services.ts'
import { isOwnAccount } from '../rules.ts'
import {
  type BroughtHead,
  bringLines,
  endStatement,
  type StatementVerdict,
} from './brought-statements.repository.ts'

/** Identifies a file and how it was read. */
export interface ImportOf {
  rail: Rail
  format: BankFileFormat
  file_hash: Buffer
  mapping_id: string | null
}

/** A file's statements before any of them is booked. */
export interface Brought {
  /** Statements stored now, in the file's order. */
  brought_ids: string[]
  booked_before: number
  /** Statements that the same person brought earlier and that still wait. */
  brought_before: number
}

interface OpenStatement {
  brought_id: string
  read: number
}

/** Stores statements in somebody's name and handles each verdict. */
export interface Keeper {
  begin(statement: BroughtHead): Promise<void>
  ended(brought_id: string, found: StatementVerdict): void
}

/**
 * Streams one file into the database, in the caller's transaction and in constant memory: while the database takes a
 * batch of lines, the next is read. Books nothing. Throws `statement_malformed`.
 */
export class StatementKeeping {
  readonly #services: Services
  readonly #tx: Transaction
  readonly #of: ImportOf
  readonly #keeper: Keeper
  #open: OpenStatement | null = null
  #storing: Promise<Error | null> = Promise.resolve(null)
  #parts = 0

  constructor(services: Services, tx: Transaction, of: ImportOf, keeper: Keeper) {
    this.#services = services
    this.#tx = tx
    this.#of = of
    this.#keeper = keeper
  }

  /** How many statements were started. */
  get parts(): number {
    return this.#parts
  }

  /** Takes the next parsed event. */
  async take(event: StatementEvent): Promise<void> {
    if (event.kind === 'opening') await this.#begin(event.head)
    else if (event.kind === 'closing') await this.#finish(event.closing_balance_micros)
    else {
      const open = this.#opened()
      const { lines } = event
      const from_sequence = open.read + 1
      open.read += lines.length
      await this.#stored()
      this.#storing = bringLines(this.#tx, open.brought_id, from_sequence, lines).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      )
    }
  }

  /** Waits for pending writes, whatever their outcome. */
  async finish(): Promise<void> {
    await this.#storing
  }

  async #begin(head: StatementHead): Promise<void> {
    const { currency, deposit_account } = this.#services.settings
    if (head.currency !== currency) throw malformed('currency')
    if (!isOwnAccount(head.account, deposit_account.number)) throw malformed('account')
    this.#parts += 1
    const brought_id = newId()
    const file_part = this.#parts
    await this.#keeper.begin({ ...this.#of, brought_id, file_part, head })
    this.#open = { brought_id, read: 0 }
  }

  async #finish(closing_balance_micros: bigint): Promise<void> {
    const { brought_id } = this.#opened()
    await this.#stored()
    const found = await endStatement(this.#tx, brought_id, closing_balance_micros)
    this.#open = null
    this.#keeper.ended(brought_id, found)
  }

  async #stored(): Promise<void> {
    const error = await this.#storing
    if (error) throw error
  }

  #opened(): OpenStatement {
    if (!this.#open) throw malformed('opening_balance')
    return this.#open
  }
}

/** The outcome of a person's file; refuses what can't be stored. */
export class BroughtFile {
  readonly #currency: string
  readonly #brought: Brought = { brought_ids: [], booked_before: 0, brought_before: 0 }

  constructor(currency: string) {
    this.#currency = currency
  }

  /** Throws `statement_gap`, `statement_duplicate`. */
  ended(brought_id: string, found: StatementVerdict): void {
    if (found.verdict === 'waits') this.#brought.brought_ids.push(brought_id)
    else if (found.verdict === 'booked_before' || found.verdict === 'brought_before') {
      this.#brought[found.verdict] += 1
    } else throw refusalOf(found, this.#currency)
  }

  /** Throws `statement_malformed` if it has no statement, `statement_duplicate` if all of it is booked already. */
  end(parts: number): Brought {
    if (parts === 0) throw malformed('file')
    if (this.#brought.booked_before === parts) throw new Refusal('statement_duplicate', { field: 'file' })
    return this.#brought
  }
}

function refusalOf(
  { verdict, blamed, expected_micros, found_micros }: StatementVerdict,
  currency: string,
): Refusal {
  if (verdict !== 'gap') return new Refusal('statement_duplicate', { field: blamed ?? 'file' })
  const values = { expected: formatAmount(expected_micros), found: formatAmount(found_micros), currency }
  return new Refusal('statement_gap', { values })
}
