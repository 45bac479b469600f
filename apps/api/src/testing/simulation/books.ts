import type { WalletPart } from '@adtally/contract/enums.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type { Pool } from 'pg'
import { type Connection, createPool } from '../../database/connection.ts'
import { promised } from './finding.ts'
import { type AccountRow, BooksModel, type Parts, type Sides, sameParts, type TransferRow } from './model.ts'

const TRANSFERS = `
  select id, debit_account_id, credit_account_id, amount_micros, posting, flow_id, created_at::text as created_at
  from ledger.transfers where created_at >= $1::timestamptz order by created_at, number`
const ACCOUNTS = `
  select account.id, account.code, account.side, account.owner_id, rule.wallet_part,
    debits_posted_micros as debits_posted, credits_posted_micros as credits_posted
  from ledger.accounts account join ledger.account_codes rule using (code) where account.id = any ($1)`
const WHOLE = `
  select
    coalesce(sum(debits_posted_micros), 0) as debits_posted,
    coalesce(sum(credits_posted_micros), 0) as credits_posted,
    coalesce(sum(debits_posted_micros - credits_posted_micros) filter (where side = 'debit'), 0) as assets,
    coalesce(sum(credits_posted_micros - debits_posted_micros) filter (where side = 'credit'), 0) as claims,
    count(*) filter (where case side
      when 'credit' then credits_posted_micros - debits_posted_micros
      else debits_posted_micros - credits_posted_micros end < 0) as negative
  from ledger.accounts`
const LINES = `
  select customer_id || ' ' || flow_id as key, available_micros as available, pending_spend_micros as pending_spend,
    to_be_settled_micros as to_be_settled, on_hold_micros as on_hold, discount_micros as discount,
    startup_micros as startup
  from ledger.flow_lines where (customer_id, flow_id) in (select * from unnest($1::uuid[], $2::text[]))`

/** Every change of these parts needs a line in the fund flow: PRODUCT §3 gives each a flow type. */
const LINED: readonly WalletPart[] = ['available', 'pending_spend', 'to_be_settled', 'on_hold', 'startup']

type Whole = Record<'debits_posted' | 'credits_posted' | 'assets' | 'claims' | 'negative', Micros>

/**
 * Checks the books after every step, from outside the program: keeps a second account of the transfers since the last
 * look and compares it with accounts and fund flow lines. Throws a `Finding`.
 */
export class Books {
  readonly model = new BooksModel()
  readonly #pool: Pool
  #until = '-infinity'
  #latest = new Set<string>()
  looks = 0

  private constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Opens them on the database of `owner`, with an extra index on transfers by time. */
  static async open(owner: Connection): Promise<Books> {
    const pool = createPool(owner, { max: 1, scope: 'system' })
    await pool.query('create index if not exists transfers_by_time on ledger.transfers (created_at)')
    return new Books(pool)
  }

  /** Runs a statement as the schema's owner in the system's scope. */
  async rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query(text, values)).rows
  }

  /** Checks the books; returns the customers whose wallet moved since the last look. */
  async look(): Promise<Set<string>> {
    this.looks += 1
    const written = await this.#newTransfers()
    const touched = new Set(written.flatMap((row) => [row.debit_account_id, row.credit_account_id]))
    const accounts = await this.rows<AccountRow & Sides>(ACCOUNTS, [[...touched]])
    for (const account of accounts) this.model.accounts.set(account.id, account)
    for (const transfer of written) this.model.add(transfer)
    for (const account of accounts) this.#compareAccount(account)
    await this.#compareWhole()
    const customers = new Set(accounts.flatMap((row) => (row.wallet_part === null ? [] : [row.owner_id])))
    await this.#compareLines(written, accounts)
    for (const customer_id of customers) this.#compareUnlined(customer_id)
    return customers
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #newTransfers(): Promise<TransferRow[]> {
    const rows = await this.rows<TransferRow>(TRANSFERS, [this.#until])
    const fresh = rows.filter(({ id }) => !this.#latest.has(id))
    const last = rows.at(-1)
    if (last) {
      this.#until = last.created_at
      this.#latest = new Set(rows.filter((row) => row.created_at === last.created_at).map(({ id }) => id))
    }
    return fresh
  }

  #compareAccount(account: AccountRow & Sides): void {
    const expected = this.model.sides.get(account.id)
    const same =
      expected?.debits_posted === account.debits_posted && expected.credits_posted === account.credits_posted
    promised(same, 'balances are the sums of transfers', () => {
      const held = formatAmount(account.credits_posted - account.debits_posted)
      return `${account.code} of ${account.owner_id} holds ${held}, its transfers say ${formatAmount(
        (expected?.credits_posted ?? 0n) - (expected?.debits_posted ?? 0n),
      )}`
    })
  }

  async #compareWhole(): Promise<void> {
    const [whole] = await this.rows<Whole>(WHOLE)
    if (!whole) throw new TypeError('a sum is one row')
    const { debits_posted, credits_posted, assets, claims, negative } = whole
    promised(negative === 0n, 'no account is negative', () => `${negative} accounts are`)
    promised(
      assets === claims && debits_posted === credits_posted,
      'the books balance',
      () => `assets ${formatAmount(assets)}, claims ${formatAmount(claims)}`,
    )
    promised(
      debits_posted === this.model.posted_micros,
      'no account moves without a transfer',
      () =>
        `accounts say ${formatAmount(debits_posted)}, transfers ${formatAmount(this.model.posted_micros)}`,
    )
  }

  async #compareLines(written: readonly TransferRow[], accounts: readonly AccountRow[]): Promise<void> {
    const owners = new Map(accounts.map(({ id, owner_id, wallet_part }) => [id, wallet_part && owner_id]))
    const keys = new Map<string, { customer_id: string; flow_id: string }>()
    for (const { flow_id, debit_account_id, credit_account_id } of written) {
      for (const customer_id of [owners.get(debit_account_id), owners.get(credit_account_id)]) {
        if (flow_id !== null && customer_id) keys.set(`${customer_id} ${flow_id}`, { customer_id, flow_id })
      }
    }
    const wanted = [...keys.values()]
    const rows = await this.rows<Parts & { key: string }>(LINES, [
      wanted.map(({ customer_id }) => customer_id),
      wanted.map(({ flow_id }) => flow_id),
    ])
    const found = new Map(rows.map((row) => [row.key, row]))
    for (const key of keys.keys()) {
      const line = found.get(key)
      const expected = this.model.lines.get(key)
      promised(
        line !== undefined && expected !== undefined && sameParts(line, expected),
        'a line of the statement is the sum of its entries',
        () => key,
      )
    }
  }

  #compareUnlined(customer_id: string): void {
    const unlined = this.model.unlined.get(customer_id)
    promised(
      unlined === undefined || LINED.every((part) => unlined[part] === 0n),
      'the statement has a line for every entry',
      () => `of customer ${customer_id}`,
    )
  }
}
