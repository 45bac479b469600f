import { type Planting, plant } from '../../../testing/plant.ts'
import type { TestServices } from '../../../testing/servers/test-services.ts'
import { camt053File, type FileLine } from '../../../testing/worlds/bank-statement-files.ts'
import { buildStaff, joinStaff } from '../../../testing/worlds/build-staff.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { SUSPENSE } from '../bank-statements/bank-accounts.ts'
import { shownStatements } from '../bank-statements/brought-statements.repository.ts'
import { bringFile, type ImportInput, type ImportResult } from '../bank-statements/import-statement.ts'
import { walletVerbs } from '../verbs.ts'
import { StatementBank } from './statement-bank.ts'

export type BroughtFile = Omit<ImportInput, 'rail'>

/** Three people who bring a bank's statements separately; the third may also check. */
export class Bringers {
  readonly bank: StatementBank
  readonly one: Staff
  readonly other: Staff
  readonly third: Staff
  #undoing: string[] = []

  private constructor(bank: StatementBank, [one, other, third]: readonly [Staff, Staff, Staff]) {
    this.bank = bank
    this.one = one
    this.other = other
    this.third = third
  }

  /** Once per database, because its statements begin the chain; with capital paid in. */
  static async make(t: TestServices): Promise<Bringers> {
    const bank = new StatementBank(t)
    await bank.payInCapital('5000.00')
    const staff = await buildStaff(t.services)
    const third = await joinStaff(t.services, staff, { username: 'third', roles: ['finance_checker'] })
    return new Bringers(bank, [staff.maker, await staff.clerk(), third])
  }

  /** Replaces routines by faulty ones, until `undo`. */
  async plant(...plantings: Planting[]): Promise<void> {
    this.#undoing = await plant(this.bank.t.db.asOwner, plantings)
  }

  async undo(): Promise<void> {
    for (const statement of this.#undoing.splice(0)) await this.bank.t.db.asOwner(statement)
  }

  /** Somebody's import. */
  brings(staff: Staff, file: BroughtFile, services: Services = this.bank.t.services): Promise<ImportResult> {
    return bringFile(services, staff, { rail: 'main', ...file })
  }

  /** The next statement, as CAMT.053. */
  camt(...lines: FileLine[]): BroughtFile {
    return { format: 'camt053', file: camt053File({ opening: this.bank.closing, lines }) }
  }

  /** Advances the next statement's opening balance by these lines. */
  closeWith(...lines: FileLine[]): void {
    for (const { amount } of lines) this.bank.closing_cents += BigInt(amount.replace('.', ''))
  }

  /** Two people bring these lines as the next statement; answers the second import's result. */
  async both(...lines: FileLine[]): Promise<ImportResult> {
    await this.brings(this.one, this.camt(...lines))
    const result = await this.brings(this.other, this.camt(...lines))
    this.closeWith(...lines)
    return result
  }

  async waiting() {
    const shown = await this.bank.system((tx) => shownStatements(tx, 100))
    return shown.filter(({ ended_as }) => ended_as === null)
  }

  /** One of them takes a statement back. */
  async takesBack(staff: Staff, brought: string | undefined): Promise<unknown> {
    const verb = walletVerbs.find(({ name }) => name === 'take-back-statement')
    return await verb?.run(this.bank.t.services, staff, { brought_id: brought })
  }

  /** Everybody takes back their waiting statements. */
  async takeAllBack(): Promise<void> {
    for (const { brought_id, brought_by } of await this.waiting()) {
      const owner = [this.one, this.other, this.third].find(({ username }) => username === brought_by)
      if (owner) await this.takesBack(owner, brought_id)
    }
  }

  /** How many statements are booked, and how much money is in suspense. */
  async booked(): Promise<{ statements: bigint; suspense: bigint }> {
    const { statements } = await this.bank.system((tx) =>
      tx
        .selectFrom('wallet.bank_statements')
        .select(({ fn }) => fn.countAll<bigint>().as('statements'))
        .executeTakeFirstOrThrow(),
    )
    return { statements, suspense: await this.bank.held(SUSPENSE) }
  }
}
