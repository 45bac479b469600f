import type { GivenFile } from '@adtally/contract/operator/statement/files.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import { type Office, unlessDone } from '../../demo/office.ts'
import { fileOf } from '../../modules/given-file.ts'
import { csvFile } from '../worlds/bank-statement-files.ts'
import { isLost } from './kill.ts'

/** A movement of the platform's bank account; a negative `amount_micros` is paid out. */
export interface Movement {
  amount_micros: Micros
  name: string
  remittance: string
}

/** The platform's bank, which reports what it pays and receives in consecutive statements. */
export class Bank {
  #balance_micros = 0n
  #lines = 0

  get balance_micros(): Micros {
    return this.#balance_micros
  }

  /** Books movements and has their statement imported; returns the lines' references. */
  async tell(office: Office, day: Date, movements: readonly Movement[]): Promise<string[]> {
    const opening = formatAmount(this.#balance_micros)
    const before = { balance_micros: this.#balance_micros, lines: this.#lines }
    const lines = movements.map(({ amount_micros, name, remittance }) => {
      this.#lines += 1
      this.#balance_micros += amount_micros
      const bank_reference = `SIM-${this.#lines}`
      const booked_at = day.toISOString().slice(0, 10)
      const account = 'DE89370400440532013000'
      return { bank_reference, booked_at, amount: formatAmount(amount_micros), name, account, remittance }
    })
    try {
      const content = csvFile({ opening, lines })
      await this.#import(office, fileOf('statement.csv', content))
    } catch (error) {
      // A statement that was not imported does not count: the next one follows the one before it.
      this.#balance_micros = before.balance_micros
      this.#lines = before.lines
      throw error
    }
    return lines.map(({ bank_reference }) => bank_reference)
  }

  /** Imports a file. If a lost connection hides that it was booked, a second import finds it known. */
  async #import(office: Office, file: GivenFile): Promise<void> {
    try {
      await office.bringStatement({ file, format: 'csv' })
    } catch (error) {
      if (!isLost(error)) throw error
      await unlessDone(office.bringStatement({ file, format: 'csv' }), 'statement_duplicate')
    }
  }
}
