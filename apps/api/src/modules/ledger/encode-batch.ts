import { isId } from '../../database/identifiers.ts'
import { accountId } from './account-id.ts'
import { ACCOUNT_CODES, type Account } from './chart-of-accounts.ts'
import { defaultPosting } from './postings.ts'
import type { Transfer } from './transfer.ts'

/** Linked groups of transfers as the parameters of the ledger's SQL functions: PostgreSQL arrays as text. */
export interface EncodedBatch {
  /** What `open_accounts` needs to open each account (codes, owners, subjects, customers), then all ids. */
  accounts: readonly string[]
  /** All but the accounts, in the order of `post_transfers`. */
  transfers: readonly (string | null)[]
}

/** Encodes groups in order. Throws `TypeError` on an id that is no UUID or an account outside the chart. */
export function encodeBatch(groups: readonly (readonly Transfer[])[]): EncodedBatch {
  const accounts = new AccountColumns()
  const columns = new TransferColumns()
  for (const [index, group] of groups.entries()) {
    for (const transfer of group) columns.add(transfer, index, accounts)
  }
  return { accounts: accounts.encoded(), transfers: columns.encoded() }
}

class AccountColumns {
  readonly #positions = new Map<string, number>()
  readonly #codes: string[] = []
  readonly #owners: string[] = []
  readonly #subjects: string[] = []
  readonly #customers: string[] = []

  /** Positions, from 1, of the two sides of a transfer. */
  add(debit: Account, credit: Account): [number, number] {
    return [this.#position(debit, credit), this.#position(credit, debit)]
  }

  encoded(): string[] {
    const columns = [this.#codes, this.#owners, this.#subjects, this.#customers, [...this.#positions.keys()]]
    return columns.map(arrayOf)
  }

  #position(account: Account, counterpart: Account): number {
    const id = accountId(account)
    const known = this.#positions.get(id)
    // A plan's account of the platform or a publisher learns whose plan it is from any transfer that shows it.
    const customer =
      customerOf(account) ?? (account.subject_id === undefined ? null : customerOf(counterpart))
    if (known !== undefined) {
      if (customer !== null) this.#customers[known - 1] = customer
      return known
    }
    this.#codes.push(account.code)
    this.#owners.push(account.owner_id)
    this.#subjects.push(account.subject_id ?? 'null')
    this.#customers.push(customer ?? 'null')
    this.#positions.set(id, this.#codes.length)
    return this.#codes.length
  }
}

function customerOf(account: Account): string | null {
  return ACCOUNT_CODES[account.code].owner === 'customer' ? account.owner_id : null
}

class TransferColumns {
  readonly #ids: string[] = []
  readonly #groups: number[] = []
  readonly #kinds: string[] = []
  readonly #debits: (number | 'null')[] = []
  readonly #credits: (number | 'null')[] = []
  readonly #amounts: (bigint | 'null')[] = []
  readonly #targets = new SparseColumn()
  readonly #postings: string[] = []
  readonly #cause_kinds: string[] = []
  readonly #cause_ids: string[] = []
  readonly #expiries = new SparseColumn()
  readonly #flows = [new SparseColumn(), new SparseColumn(), new SparseColumn(), new SparseColumn()]

  add(transfer: Transfer, group: number, accounts: AccountColumns): void {
    this.#ids.push(checkedId(transfer.id))
    this.#groups.push(group)
    this.#kinds.push(transfer.kind)
    this.#cause_kinds.push(quoted(transfer.cause.kind))
    this.#cause_ids.push(quoted(transfer.cause.id))
    this.#addMovement(transfer, accounts)
    const { flow } = transfer
    const flow_fields = flow ? [flow.id, flow.type, flow.subject_kind, flow.subject_id] : []
    for (const [index, column] of this.#flows.entries()) {
      const field = flow_fields[index]
      column.push(field === undefined ? null : quoted(field))
    }
  }

  encoded(): (string | null)[] {
    return [
      ...[this.#ids, this.#groups, this.#kinds, this.#debits, this.#credits, this.#amounts].map(arrayOf),
      this.#targets.encoded(),
      ...[this.#postings, this.#cause_kinds, this.#cause_ids].map(arrayOf),
      this.#expiries.encoded(),
      ...this.#flows.map((column) => column.encoded()),
    ]
  }

  #addMovement(transfer: Transfer, accounts: AccountColumns): void {
    if ('debit' in transfer) {
      const [debit, credit] = accounts.add(transfer.debit, transfer.credit)
      this.#debits.push(debit)
      this.#credits.push(credit)
      this.#amounts.push(transfer.amount_micros)
      this.#targets.push(null)
      this.#postings.push(transfer.posting ?? defaultPosting(transfer.debit, transfer.credit) ?? 'null')
      this.#expiries.push(transfer.expires_at ? `"${transfer.expires_at.toISOString()}"` : null)
      return
    }
    this.#debits.push('null')
    this.#credits.push('null')
    this.#amounts.push(transfer.kind === 'void' ? 'null' : (transfer.amount_micros ?? 'null'))
    this.#targets.push(checkedId(targetOf(transfer)))
    this.#postings.push('null')
    this.#expiries.push(null)
  }
}

function targetOf(transfer: Exclude<Transfer, { debit: Account }>): string {
  return transfer.kind === 'reversal' ? transfer.reverses_id : transfer.pending_id
}

/** A column that most batches do not use at all: null as a whole then, which spares the database looking at it. */
class SparseColumn {
  readonly #values: string[] = []
  #used = false

  push(value: string | null): void {
    this.#used ||= value !== null
    this.#values.push(value ?? 'null')
  }

  encoded(): string | null {
    return this.#used ? arrayOf(this.#values) : null
  }
}

function arrayOf(values: readonly (string | number | bigint)[]): string {
  return `{${values.join(',')}}`
}

function checkedId(id: string): string {
  if (!isId(id)) throw new TypeError('a transfer is named by a UUID in lower case')
  return id
}

/** A text element of a PostgreSQL array. */
export function quoted(text: string): string {
  return /^[a-z0-9_.:-]+$/.test(text) && text !== 'null' ? text : `"${text.replace(/["\\]/g, '\\$&')}"`
}
