import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signedAmount } from '../../../apps/api/src/demo/office.ts'
import { camt053File, type FileLine } from '../../../apps/api/src/testing/worlds/bank-statement-files.ts'
import { formatAmount } from '../../../packages/money/src/money.ts'
import type { CommandLineOffice, Printed } from './command-line-office.ts'

/** A movement on the platform's account; `amount` signed, in major units. */
export type Movement = Omit<FileLine, 'booked_at'>

/** The platform's bank, with consecutive statements that two members of staff import. */
export class Bank {
  readonly #office: CommandLineOffice
  readonly #folder: string
  #balance_micros = 0n
  #statements = 0

  constructor(office: CommandLineOffice, folder: string) {
    this.#office = office
    this.#folder = folder
  }

  /** The balance after the last statement, in major units. */
  get balance(): string {
    return formatAmount(this.#balance_micros)
  }

  /** Writes a CAMT.053 statement of these movements that two people import; returns the second import's output. */
  async book(...lines: Movement[]): Promise<Printed> {
    const { now } = await this.#office.run('clock-show')
    const booked_at = String(now).slice(0, 10)
    this.#statements += 1
    const file = join(this.#folder, `statement-${this.#statements}.xml`)
    const content = { opening: this.balance, lines: lines.map((line) => ({ ...line, booked_at })) }
    writeFileSync(file, camt053File(content))
    const printed = await this.#office.bringStatement({ file, format: 'camt053' })
    for (const { amount } of lines) this.#balance_micros += signedAmount(amount)
    return printed
  }

  /** The id of the waiting line with this bank reference. */
  async waitingLine(bank_reference: string): Promise<string> {
    const lines = await this.#office.list('list-bank-lines')
    const line = lines.find((row) => row.bank_reference === bank_reference)
    if (typeof line?.line_id !== 'string') throw new Error(`no bank line ${bank_reference} waits`)
    return line.line_id
  }
}
