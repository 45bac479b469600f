import { type Download, download } from '@adtally/contract/operator/statement/files.ts'
import { formatAmount, parseAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { Refusal } from '../lib/refusal.ts'
import { fileOf } from '../modules/given-file.ts'
import type { Module, Staff, StaffVerb } from '../modules/module.ts'
import { runVerb, verbsOf, withDigests } from '../modules/operators/index.ts'
import type { Services } from '../modules/services.ts'

/** A payment to the platform's bank account; `amount` in major units. */
export interface Payment {
  bank_reference: string
  amount: string
  name: string
  account: string
  remittance: string
}

/** What a verb prints, before its members are checked. */
export type Printed = Record<string, unknown>

const STATEMENT_HEADER =
  'bank_reference,booked_at,amount,currency,balance_after,counterparty_name,counterparty_account,remittance'

/** The people of an office: two who decide, and a third who imports bank statements beside the first. */
export interface OfficeStaff {
  maker: Staff
  checker: Staff
  clerk(): Promise<Staff>
  /** Proves again who one of them is, where they are at work for longer than a proof lasts. */
  prove(person: Staff): Promise<void>
}

/** Members of staff at work. They use verbs only, so their acts leave the same history as real ones. */
export class Office {
  readonly #services: Services
  readonly #verbs: ReadonlyMap<string, StaffVerb>
  readonly #maker: Staff
  readonly #checker: Staff
  readonly #clerk: () => Promise<Staff>
  readonly #prove: (person: Staff) => Promise<void>

  constructor(services: Services, modules: readonly Module[], staff: OfficeStaff) {
    this.#services = services
    this.#verbs = new Map(verbsOf(modules).map((verb) => [verb.name, verb]))
    this.#maker = staff.maker
    this.#checker = staff.checker
    this.#clerk = staff.clerk
    this.#prove = staff.prove
  }

  /** The first person runs a verb. Throws the verb's `Refusal`. */
  async run(name: string, flags: Printed = {}, staff = this.#maker): Promise<Printed> {
    const verb = this.#verbs.get(name)
    if (!verb) throw new RangeError(`there is no verb ${name}`)
    const verbs = [...this.#verbs.values()]
    const work = async () => {
      const given = await withDigests(this.#services, verbs, staff, name, flags)
      return await runVerb(this.#services, verb, staff, given)
    }
    try {
      return Object(await work())
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'proof_stale') throw error
      await this.#prove(staff)
      return Object(await work())
    }
  }

  /** The first person runs a verb that answers a file. */
  async save(name: string, flags: Printed, staff = this.#maker): Promise<Download> {
    return z.parse(download, await this.run(name, flags, staff))
  }

  /** All rows that the first person lists, page by page. */
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

  check(name: string, flags: Printed = {}): Promise<Printed> {
    return this.run(name, flags, this.#checker)
  }

  /** The first person proposes, the second approves; returns the act's answer. */
  async decide(name: string, flags: Printed): Promise<Printed> {
    const { proposal_id } = await this.run(name, flags)
    return await this.#approve(proposal_id)
  }

  /** Like `decide`, but safe to repeat: the second person approves a waiting proposal with these members, if any. */
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
   * Two people import a bank statement, neither of them who decides on its lines; returns the second one's output.
   */
  async bringStatement(flags: Printed): Promise<Printed> {
    await this.run('import-statement', flags)
    return await this.run('import-statement', flags, await this.#clerk())
  }

  /** Two people import a bank statement with these payments that follows on the last one. */
  async importPayments(payments: readonly Payment[], opening = '0.00'): Promise<void> {
    const statement = statementOf(payments, opening, this.#services)
    await this.bringStatement({ file: fileOf('statement.csv', statement), format: 'csv' })
  }

  /** The id of the waiting bank line with this reference (the bank's or the payer's), or null. */
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

/** Runs `work`; a refusal for one of `reasons` counts as success: it was done before. */
export async function unlessDone<T>(work: Promise<T>, ...reasons: Refusal['reason'][]): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && reasons.includes(error.reason)) return null
    throw error
  }
}

/** A payment's amount in micro-units; negative for money out of the account. */
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
