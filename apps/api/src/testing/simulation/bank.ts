import { formatAmount, type Micros } from '@adtally/money/money.ts'
import { type Office, unlessDone } from '../../demo/office.ts'
import { withPassingFile } from '../../lib/passing-file.ts'
import { csvFile } from '../worlds/bank-statement-files.ts'
import { isLost } from './kill.ts'

/** One movement of the platform's bank account; `amount_micros` below 0 is paid out. */
export interface Movement {
  amount_micros: Micros
  name: string
  remittance: string
}

/** The platform's bank: what it pays and receives, told by statements that follow each other. */
export class Bank {
  #balance_micros = 0n
  #lines = 0

  get balance_micros(): Micros {
    return this.#balance_micros
  }

  /** Books movements and has their statement imported; answers the lines' references. */
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
      await withPassingFile('statement.csv', content, (file) => this.#import(office, file))
    } catch (error) {
      // What was not imported was not told: the next statement follows the one before it.
      this.#balance_micros = before.balance_micros
      this.#lines = before.lines
      throw error
    }
    return lines.map(({ bank_reference }) => bank_reference)
  }

  /** Has a file brought; where the connection was lost on the way it may have been booked, and is known then. */
  async #import(office: Office, file: string): Promise<void> {
    try {
      await office.bringStatement({ file, format: 'csv' })
    } catch (error) {
      if (!isLost(error)) throw error
      await unlessDone(office.bringStatement({ file, format: 'csv' }), 'statement_duplicate')
    }
  }
}
