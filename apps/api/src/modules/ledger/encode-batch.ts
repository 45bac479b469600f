import {
  bigintArray,
  integerArray,
  literalArray,
  textArray,
  uuidArray,
} from '../../database/array-parameters.ts'
import { isId } from '../../database/identifiers.ts'
import { accountId } from './account-id.ts'
import { ACCOUNT_CODES, type Account } from './chart-of-accounts.ts'
import { defaultPosting } from './postings.ts'
import type { Transfer } from './transfer.ts'

type Parameter = string | Buffer | null

/** Linked groups of transfers as the parameters of the ledger's SQL functions. */
export interface EncodedBatch {
  /** What `open_accounts` needs to know of accounts: codes, owners, subjects, customers. */
  openings: readonly Parameter[]
  /** Of all accounts, open or not. */
  account_ids: Parameter
  /** All but the accounts, in the order of `post_transfers`. */
  transfers: readonly Parameter[]
  /** Whether it describes accounts that were not known to be open. */
  describes_accounts: boolean
}

/**
 * Encodes groups in order; leaves out the description of accounts known to be open. Throws `TypeError` on an id that
 * is no UUID or an account that the chart does not allow.
 */
export function encodeBatch(
  groups: readonly (readonly Transfer[])[],
  open_ids: ReadonlySet<string> = new Set(),
): EncodedBatch {
  const accounts = new AccountColumns(open_ids)
  const columns = new TransferColumns()
  for (const [index, group] of groups.entries()) {
    for (const transfer of group) columns.add(transfer, index, accounts)
  }
  return {
    openings: accounts.openings(),
    account_ids: accounts.ids(),
    transfers: columns.encoded(),
    describes_accounts: accounts.describes,
  }
}

interface Opening {
  account: Account
  customer_id: string | null
}

class AccountColumns {
  readonly #positions = new Map<string, number>()
  readonly #openings = new Map<string, Opening>()
  readonly #open_ids: ReadonlySet<string>

  constructor(open_ids: ReadonlySet<string>) {
    this.#open_ids = open_ids
  }

  /** Positions, from 1, of the two sides of a transfer. */
  add(debit: Account, credit: Account): [number, number] {
    return [this.#position(debit, credit), this.#position(credit, debit)]
  }

  get describes(): boolean {
    return this.#openings.size > 0
  }

  ids(): Parameter {
    return uuidArray([...this.#positions.keys()])
  }

  openings(): Parameter[] {
    const openings = [...this.#openings.values()]
    return [
      textArray(openings.map(({ account }) => account.code)),
      uuidArray(openings.map(({ account }) => account.owner_id)),
      uuidArray(openings.map(({ account }) => account.subject_id ?? null)),
      uuidArray(openings.map(({ customer_id }) => customer_id)),
    ]
  }

  #position(account: Account, counterpart: Account): number {
    const id = accountId(account)
    if (!this.#open_ids.has(id)) this.#describe(id, account, counterpart)
    const known = this.#positions.get(id)
    if (known !== undefined) return known
    const position = this.#positions.size + 1
    this.#positions.set(id, position)
    return position
  }

  // A plan's account of the platform or a publisher learns whose plan it is from any transfer that shows it.
  #describe(id: string, account: Account, counterpart: Account): void {
    const own = customerOf(account) ?? (account.subject_id === undefined ? null : customerOf(counterpart))
    const customer_id = own ?? this.#openings.get(id)?.customer_id ?? null
    this.#openings.set(id, { account, customer_id })
  }
}

function customerOf(account: Account): string | null {
  return ACCOUNT_CODES[account.code].owner === 'customer' ? account.owner_id : null
}

class TransferColumns {
  readonly #ids: string[] = []
  readonly #groups: number[] = []
  readonly #kinds: string[] = []
  readonly #debits: (number | null)[] = []
  readonly #credits: (number | null)[] = []
  readonly #amounts: (bigint | null)[] = []
  readonly #targets: (string | null)[] = []
  readonly #postings: (string | null)[] = []
  readonly #cause_kinds: string[] = []
  readonly #cause_ids: string[] = []
  readonly #expiries: (string | null)[] = []
  readonly #flows: (string | null)[][] = [[], [], [], []]

  add(transfer: Transfer, group: number, accounts: AccountColumns): void {
    this.#ids.push(checkedId(transfer.id))
    this.#groups.push(group)
    this.#kinds.push(transfer.kind)
    this.#cause_kinds.push(transfer.cause.kind)
    this.#cause_ids.push(transfer.cause.id)
    this.#addMovement(transfer, accounts)
    const { flow } = transfer
    const fields = flow ? [flow.id, flow.type, flow.subject_kind, flow.subject_id] : []
    for (const [index, column] of this.#flows.entries()) column.push(fields[index] ?? null)
  }

  encoded(): Parameter[] {
    return [
      uuidArray(this.#ids),
      integerArray(this.#groups),
      literalArray(this.#kinds),
      integerArray(this.#debits),
      integerArray(this.#credits),
      bigintArray(this.#amounts),
      unlessUnused(this.#targets, uuidArray),
      textArray(this.#postings),
      textArray(this.#cause_kinds),
      textArray(this.#cause_ids),
      unlessUnused(this.#expiries, literalArray),
      ...this.#flows.map((column) => unlessUnused(column, textArray)),
    ]
  }

  #addMovement(transfer: Transfer, accounts: AccountColumns): void {
    if ('debit' in transfer) {
      const [debit, credit] = accounts.add(transfer.debit, transfer.credit)
      this.#debits.push(debit)
      this.#credits.push(credit)
      this.#amounts.push(transfer.amount_micros)
      this.#targets.push(null)
      this.#postings.push(transfer.posting ?? defaultPosting(transfer.debit, transfer.credit))
      this.#expiries.push(transfer.expires_at?.toISOString() ?? null)
      return
    }
    this.#debits.push(null)
    this.#credits.push(null)
    this.#amounts.push(transfer.kind === 'void' ? null : (transfer.amount_micros ?? null))
    this.#targets.push(checkedId(targetOf(transfer)))
    this.#postings.push(null)
    this.#expiries.push(null)
  }
}

function targetOf(transfer: Exclude<Transfer, { debit: Account }>): string {
  return transfer.kind === 'reversal' ? transfer.reverses_id : transfer.pending_id
}

/** A column that most batches do not use at all is null as a whole, which spares the database looking at it. */
function unlessUnused<Value>(
  column: readonly (Value | null)[],
  encode: (column: readonly (Value | null)[]) => Parameter,
): Parameter {
  return column.some((value) => value !== null) ? encode(column) : null
}

function checkedId(id: string): string {
  if (!isId(id)) throw new TypeError('a transfer is named by a UUID in lower case')
  return id
}
