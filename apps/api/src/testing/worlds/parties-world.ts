import { formatAmount, parseAmount } from '@adtally/money/money.ts'
import { Office, type Printed } from '../../demo/office.ts'
import { fileOf } from '../../modules/given-file.ts'
import { type Account, type AccountCode, balances, PLATFORM_ID } from '../../modules/ledger/index.ts'
import { LETTER } from '../office/letter.ts'
import type { TestServices } from '../servers/test-services.ts'
import { csvFile } from './bank-statement-files.ts'
import { buildStaff } from './build-staff.ts'

/** A movement at the bank; `amount` signed, in major units. */
export interface BankMovement {
  amount: string
  name?: string
  remittance?: string
}

export const IBAN = 'DE89370400440532013000'

/** Two members of staff and a bank with consecutive statements; acts only through verbs and imported lines. */
export class PartiesWorld {
  readonly t: TestServices
  readonly office: Office
  #closing_micros = 0n
  #lines = 0

  private constructor(t: TestServices, office: Office) {
    this.t = t
    this.office = office
  }

  /** Once per database, because its bank statements start the chain. */
  static async make(t: TestServices): Promise<PartiesWorld> {
    return new PartiesWorld(t, new Office(t.services, t.modules, await buildStaff(t.services)))
  }

  /** The bank's closing balance. */
  get closing_micros(): bigint {
    return this.#closing_micros
  }

  /** Imports a statement with these movements; returns the lines' ids in order. */
  async bank(...movements: BankMovement[]): Promise<string[]> {
    const references = movements.map(() => {
      this.#lines += 1
      return `B-${this.#lines}`
    })
    const lines = movements.map(({ amount, name = 'Some Body', remittance = 'none' }, index) => ({
      bank_reference: references[index] ?? '',
      booked_at: this.t.services.clock.now().toISOString().slice(0, 10),
      amount,
      name,
      account: IBAN,
      remittance,
    }))
    const file = csvFile({ opening: signed(this.#closing_micros), lines })
    await this.#import(file)
    for (const { amount } of movements) {
      const micros = parseAmount(amount.replace('-', '')) ?? 0n
      this.#closing_micros += amount.startsWith('-') ? -micros : micros
    }
    return await this.#lineIds(references)
  }

  /** Two people set a party's bank account. */
  async account(payee_kind: string, payee_id: string = PLATFORM_ID): Promise<void> {
    const flags = {
      payee_kind,
      payee_id,
      account_number: IBAN,
      evidence_file: LETTER,
      reason: 'Documents seen',
    }
    await this.office.decide('set-payee-account', flags)
  }

  /** Pays own money in and sets it aside. */
  async ownMoney(amount: string, pot?: 'promo' | 'reserve'): Promise<void> {
    const [line] = await this.bank({ amount, name: 'Adtally' })
    await this.office.decide('match-own-money', { line_id: line })
    if (pot) await this.office.decide('move-platform-money', { amount, move: `own-${pot}` })
  }

  /** Approves a batch of payouts; returns the numbers that it sent. */
  async sent(name: string, flags: Printed = {}): Promise<string[]> {
    const { payouts } = await this.office.decide(name, flags)
    return Object.values(Object(payouts)).map((payout) => String(Object(payout).number))
  }

  /** An account's posted balance. */
  async balance(code: AccountCode, owner_id = PLATFORM_ID, subject_id?: string): Promise<bigint> {
    const account: Account = { code, owner_id, ...(subject_id !== undefined && { subject_id }) }
    const [found = 0n] = await this.system((tx) => balances(tx, [account]))
    return found
  }

  /** The differences that a proof finds now. */
  async differences(): Promise<unknown> {
    return (await this.office.run('reconcile')).differences
  }

  system<T>(work: Parameters<typeof this.t.services.database.transaction<T>>[1]): Promise<T> {
    return this.t.services.database.transaction({ kind: 'system' }, work)
  }

  async #import(content: string): Promise<void> {
    await this.office.bringStatement({ file: fileOf('statement.csv', content), format: 'csv' })
  }

  async #lineIds(references: readonly string[]): Promise<string[]> {
    const rows = await this.system((tx) =>
      tx
        .selectFrom('wallet.bank_lines')
        .select(['bank_reference', 'line_id'])
        .where('bank_reference', 'in', references)
        .execute(),
    )
    const ids = new Map(rows.map(({ bank_reference, line_id }) => [bank_reference, line_id]))
    return references.map((reference) => ids.get(reference) ?? '')
  }
}

/** An amount as a bank writes it, with a sign. */
export function signed(amount_micros: bigint): string {
  return amount_micros < 0n ? `-${formatAmount(-amount_micros)}` : formatAmount(amount_micros)
}
