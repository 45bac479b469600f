import type { Transaction } from '../../../database/database.ts'
import { approveAsProposed } from '../../../testing/office/approve-as-proposed.ts'
import type { TestServices } from '../../../testing/servers/test-services.ts'
import { camt053File, type FileLine } from '../../../testing/worlds/bank-statement-files.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { type Account, balances, verifyLedger } from '../../ledger/index.ts'
import { approvedActs, type Staff } from '../../module.ts'
import type { ProposalVerb } from '../../operators/index.ts'
import type { ImportInput, ImportResult } from '../bank-statements/import-statement.ts'
import { unassignedLines } from '../bank-statements/statements.repository.ts'
import { depositAccountFor } from '../deposits/deposit-account.ts'
import { readProperty } from '../funds/property.ts'
import { ownMoneyMatchVerb } from '../withdrawals/own-money.ts'
import { bringStatement } from './bring-statement.ts'

export const PAYER_ACCOUNT = 'DE89370400440532013000'

/** A bank's successive statements, and two people who import and decide; starts with an empty database. */
export class StatementBank {
  readonly t: TestServices
  /** The last statement's closing balance. */
  closing_cents = 0n
  #references = 0

  constructor(t: TestServices) {
    this.t = t
  }

  /** The same in major units, as in statements. */
  get closing(): string {
    return decimal(this.closing_cents)
  }

  /** A movement with its own reference, from an unknown payer. */
  line(amount: string, remittance: string, wishes: Partial<FileLine> = {}): FileLine {
    this.#references += 1
    return {
      ...{ bank_reference: `T${this.#references}`, booked_at: '2026-11-20', amount, remittance },
      ...{ name: 'Nobody Known', account: PAYER_ACCOUNT },
      ...wishes,
    }
  }

  /** Two people bring a file; the caller updates the closing balance. */
  async importing(input: Omit<ImportInput, 'rail'>): Promise<ImportResult> {
    return await bringStatement(this.t.services, input)
  }

  /** Brings lines as the next statement. */
  async book(...lines: FileLine[]): Promise<ImportResult> {
    const result = await this.importing({
      format: 'camt053',
      file: camt053File({ opening: this.closing, lines }),
    })
    for (const { amount } of lines) this.closing_cents += BigInt(amount.replace('.', ''))
    return result
  }

  /** A customer who has paid in these amounts, each as a line of one statement. */
  async customerWith(...amounts: string[]): Promise<{ customer_id: string; reference: string }> {
    const { customer_id } = await buildCustomer(this.t.services)
    const { reference } = await depositAccountFor(this.t.services, customer_id)
    await this.book(...amounts.map((amount) => this.line(amount, reference)))
    return { customer_id, reference }
  }

  /** Pays in the platform's own money to cover later payouts, so that payments are not stopped. */
  async payInCapital(amount: string): Promise<void> {
    const capital = this.line(amount, 'capital')
    await this.book(capital)
    const line_id = await this.lineId(capital.bank_reference)
    await this.agreed(ownMoneyMatchVerb, { line_id })
  }

  /** One person proposes by a verb, another approves; what the act answered. */
  async agreed<Input>(verb: ProposalVerb<Input, unknown>, input: Input): Promise<unknown> {
    const { maker } = await buildStaff(this.t.services)
    return await this.approved(verb.propose(this.t.services, maker, input))
  }

  /** The second person approves; answers the act's outcome. */
  async approved(proposed: Promise<{ proposal_id: string }>): Promise<unknown> {
    const { checker } = await buildStaff(this.t.services)
    return await this.approvedBy(checker, (await proposed).proposal_id)
  }

  /** Somebody else approves; answers the act's outcome. */
  async approvedBy(staff: Staff, proposal_id: string): Promise<unknown> {
    const acts = approvedActs(this.t.modules)
    return (await approveAsProposed(this.t.services, acts, { proposal_id, staff })).outcome
  }

  /** The id of the waiting line with this bank reference. */
  async lineId(bank_reference: string): Promise<string> {
    const waiting = await this.system((tx) => unassignedLines(tx, 10_000))
    const found = waiting.find((one) => one.bank_reference === bank_reference)
    if (!found) throw new Error(`${bank_reference} does not wait`)
    return found.line_id
  }

  async available(customer_id: string): Promise<string> {
    return (await readProperty(this.t.services, customer_id, 'en')).available_balance
  }

  async held(account: Account): Promise<bigint> {
    return (await this.system((tx) => balances(tx, [account])))[0] ?? 0n
  }

  /** The differences that `ledger verify` finds. */
  async differences(): Promise<readonly unknown[]> {
    return (await this.system(verifyLedger)).differences
  }

  system<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.t.services.database.transaction({ kind: 'system' }, work)
  }
}

function decimal(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
