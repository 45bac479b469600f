import { formatAmount, parseAmount } from '@adtally/money/money.ts'
import { withPassingFile } from '../lib/passing-file.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Module, Staff, StaffVerb } from '../modules/module.ts'
import { runVerb, verbsOf } from '../modules/operators/index.ts'
import type { Services } from '../modules/services.ts'

/** One payment that arrives at the platform's bank account; `amount` in major units. */
export interface Payment {
  bank_reference: string
  amount: string
  name: string
  account: string
  remittance: string
}

/** What a verb prints, looked at member by member. */
export type Printed = Record<string, unknown>

const STATEMENT_HEADER =
  'bank_reference,booked_at,amount,currency,balance_after,counterparty_name,counterparty_account,remittance'

/** Who works in an office: two who decide, and one more who brings bank statements beside the first of them. */
export interface OfficeStaff {
  maker: Staff
  checker: Staff
  clerk(): Promise<Staff>
}

/** Members of staff at work, through their verbs only: what they do has the history that real acts have. */
export class Office {
  readonly #services: Services
  readonly #verbs: ReadonlyMap<string, StaffVerb>
  readonly #maker: Staff
  readonly #checker: Staff
  readonly #clerk: () => Promise<Staff>

  constructor(services: Services, modules: readonly Module[], staff: OfficeStaff) {
    this.#services = services
    this.#verbs = new Map(verbsOf(modules).map((verb) => [verb.name, verb]))
    this.#maker = staff.maker
    this.#checker = staff.checker
    this.#clerk = staff.clerk
  }

  /** The first person runs a verb. Throws its `Refusal`. */
  async run(name: string, flags: Printed = {}, staff = this.#maker): Promise<Printed> {
    const verb = this.#verbs.get(name)
    if (!verb) throw new RangeError(`there is no verb ${name}`)
    return Object(await runVerb(this.#services, verb, staff, flags))
  }

  /** Every row of what the first person lists, page after page. */
  async list(name: string, flags: Printed = {}): Promise<Printed[]> {
    const rows: Printed[] = []
    let page = await this.run(name, flags)
    rows.push(...rowsOf(page.items))
    while (typeof page.next_cursor === 'string') {
      page = await this.run(name, { ...flags, cursor: page.next_cursor })
      rows.push(...rowsOf(page.items))
    }
    return rows
  }

  /** The second person runs a verb. */
  check(name: string, flags: Printed = {}): Promise<Printed> {
    return this.run(name, flags, this.#checker)
  }

  /** The first person proposes, the second approves; what the act answered. */
  async decide(name: string, flags: Printed): Promise<Printed> {
    const { proposal_id } = await this.run(name, flags)
    return await this.#approve(proposal_id)
  }

  /**
   * As `decide`, for work that may have been cut off between the two: where the first person's proposal waits already,
   * known by these members of its own or of its payload, it is that one which the second approves.
   */
  async decideOnce(name: string, flags: Printed, known_by: Printed): Promise<Printed> {
    const known = Object.entries({ ...known_by, maker: this.#maker.username })
    const waiting = (await this.list('list-proposals')).find((proposal) => {
      const members: Printed = { ...Object(proposal.payload), ...proposal }
      return known.every(([member, value]) => members[member] === value)
    })
    const { proposal_id } = waiting ?? (await this.run(name, flags))
    return await this.#approve(proposal_id)
  }

  async #approve(proposal_id: unknown): Promise<Printed> {
    const approved = await this.check('approve', { proposal_id })
    return Object(approved.outcome)
  }

  /**
   * Two people bring a bank statement, of whom none is the one that decides on its lines; what the second one's import
   * printed. What one of them brought before counts.
   */
  async bringStatement(flags: Printed): Promise<Printed> {
    await this.run('import-statement', flags)
    return await this.run('import-statement', flags, await this.#clerk())
  }

  /** Two people bring a bank statement with these payments, which follows the last one. */
  async importPayments(payments: readonly Payment[], opening = '0.00'): Promise<void> {
    const statement = statementOf(payments, opening, this.#services)
    await withPassingFile('statement.csv', statement, (file) => this.bringStatement({ file, format: 'csv' }))
  }

  /** The waiting bank line with this reference, the bank's own or the payer's, or null. */
  async lineOf(reference: string): Promise<string | null> {
    const lines = await this.list('list-bank-lines')
    const line = lines.find(
      (row) => row.bank_reference === reference || String(row.remittance).split(' ').includes(reference),
    )
    return typeof line?.line_id === 'string' ? line.line_id : null
  }
}

/** The rows of a list that a verb printed. */
export function rowsOf(printed: unknown): Printed[] {
  return Object.values(Object(printed)).map((row) => Object(row))
}

/** Runs `work`; where it is refused for one of `reasons`, that is as good: it was done before. */
export async function unlessDone<T>(work: Promise<T>, ...reasons: Refusal['reason'][]): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && reasons.includes(error.reason)) return null
    throw error
  }
}

/** Micro-units of a payment's amount: out of the account with a minus before it. */
export function signedAmount(amount: string): bigint {
  const micros = parseAmount(amount.replace(/^-/, '')) ?? 0n
  return amount.startsWith('-') ? -micros : micros
}

function statementOf(payments: readonly Payment[], opening: string, { clock, settings }: Services): string {
  const booked_at = clock.now().toISOString().slice(0, 10)
  let balance_micros = parseAmount(opening) ?? 0n
  const rows = payments.map(({ bank_reference, amount, name, account, remittance }) => {
    balance_micros += signedAmount(amount)
    const balance = formatAmount(balance_micros)
    const cells = [bank_reference, booked_at, amount, settings.currency, balance, name, account, remittance]
    return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  })
  return `${[STATEMENT_HEADER, ...rows].join('\n')}\n`
}
