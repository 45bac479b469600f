import { textArray, uuidArray } from '../../../database/array-parameters.ts'
import { accountId } from '../account-id.ts'
import { ACCOUNT_CODES, type Account, type AccountRule } from '../chart-of-accounts.ts'

/** A statement's parameter, as `pg` sends it. */
export type Parameter = string | Buffer | null

export type KnownIds = Pick<ReadonlySet<string>, 'has'>

interface Opening {
  account: Account
  customer_id: string | null
}

/** The accounts of a batch, each once, by position from 0, with a description of those that may have to be opened. */
export class BatchAccounts {
  readonly #positions = new Map<string, number>()
  readonly #grow_by_debits: boolean[] = []
  readonly #openings = new Map<string, Opening>()
  readonly #open_ids: KnownIds

  constructor(open_ids: KnownIds) {
    this.#open_ids = open_ids
  }

  /** Adds both sides of a movement. Throws `TypeError` on an account that the chart does not allow. */
  add(debit: Account, credit: Account): void {
    this.#add(debit, credit)
    this.#add(credit, debit)
  }

  positionOf(account_id: string): number | undefined {
    return this.#positions.get(account_id)
  }

  growsByDebits(position: number): boolean {
    return this.#grow_by_debits[position] ?? false
  }

  /** Adds an account that the database found to belong to the batch. */
  addFound(account_id: string, grows_by_debits: boolean): void {
    this.#positions.set(account_id, this.#positions.size)
    this.#grow_by_debits.push(grows_by_debits)
  }

  /** Whether the account was described and can be opened; others are known to be open. */
  isDescribed(account_id: string): boolean {
    return this.#openings.has(account_id)
  }

  /** By position. */
  get ids(): string[] {
    return [...this.#positions.keys()]
  }

  /** Ids, codes, owners, subjects and customers of the described accounts, as parameters. */
  openings(): Parameter[] {
    const openings = [...this.#openings.values()]
    return [
      uuidArray([...this.#openings.keys()]),
      textArray(openings.map(({ account }) => account.code)),
      uuidArray(openings.map(({ account }) => account.owner_id)),
      uuidArray(openings.map(({ account }) => account.subject_id ?? null)),
      uuidArray(openings.map(({ customer_id }) => customer_id)),
    ]
  }

  #add(account: Account, counterpart: Account): void {
    const id = accountId(account)
    if (!this.#open_ids.has(id)) this.#describe(id, account, counterpart)
    if (!this.#positions.has(id)) this.addFound(id, ACCOUNT_CODES[account.code].side === 'debit')
  }

  // A plan's account of the platform or a publisher gets its customer from any transfer that shows whose plan it is.
  #describe(id: string, account: Account, counterpart: Account): void {
    const own =
      ownerIfCustomer(account) ?? (account.subject_id === undefined ? null : ownerIfCustomer(counterpart))
    const customer_id = own ?? this.#openings.get(id)?.customer_id ?? null
    this.#openings.set(id, { account, customer_id })
  }
}

/** The owner of a customer's account, else null. */
export function ownerIfCustomer(account: Account): string | null {
  const rule: AccountRule = ACCOUNT_CODES[account.code]
  return rule.owner === 'customer' ? account.owner_id : null
}
