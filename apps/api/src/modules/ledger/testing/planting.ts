import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { newId } from '../../../database/identifiers.ts'
import { accountId } from '../account-id.ts'
import { ACCOUNT_CODES, type Account, type AccountRule } from '../chart-of-accounts.ts'
import { MOMENT, type Row } from './recipe.ts'

/** Every account of a case holds this much, so that a refusal is due to the cause and not to lack of money. */
const ROOM_MICROS = 1_000_000_000_000n

/** An account of a case, and the customer whose plan it belongs to. */
export interface Named {
  account: Account
  customer_id: string
}

/** A planted entry: an earlier entry of the cause, or one that a reversal takes back. */
export interface Entry {
  id: string
  debit: Account
  credit: Account
  amount_micros: bigint
  posting: string
  cause_kind: string
  cause_id: string
}

/**
 * Writes rows as only a superuser can, past triggers, foreign keys and row-level security but not CHECKs and unique
 * keys.
 */
export class Planter {
  readonly #superuser: Client
  readonly #required: ReadonlyMap<string, readonly { name: string; type: string }[]>
  readonly #unguarded = new Set<string>()
  readonly #opened = new Set<string>()

  private constructor(
    superuser: Client,
    required: ReadonlyMap<string, readonly { name: string; type: string }[]>,
  ) {
    this.#superuser = superuser
    this.#required = required
  }

  /** Uses a connection of the superuser, which the caller ends. */
  static async on(superuser: Client): Promise<Planter> {
    await superuser.query("set session_replication_role = replica; set timezone = 'UTC'")
    const { rows } = await superuser.query<{ of_table: string; name: string; type: string }>(
      `select table_schema || '.' || table_name as of_table, column_name as name, data_type as type
       from information_schema.columns
       where is_nullable = 'NO' and column_default is null and is_generated = 'NEVER' and is_identity = 'NO'`,
    )
    return new Planter(
      superuser,
      Map.groupBy(rows, ({ of_table }) => of_table),
    )
  }

  /** Writes rows, filling in the other columns that their tables require. */
  async rows(rows: readonly Row[]): Promise<void> {
    for (const { table, values } of rows) {
      await this.#unguard(table)
      const filled: Record<string, unknown> = { ...values }
      for (const { name, type } of this.#required.get(table) ?? [])
        filled[name] ??= name === 'time_zone' ? 'UTC' : filling(type)
      const names = Object.keys(filled)
      const places = names.map((_, index) => `$${index + 1}`)
      await this.#superuser.query(
        `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${places.join(', ')})`,
        Object.values(filled),
      )
    }
  }

  /** Triggers have to go, because some fire for everybody and refuse any row that is not in its first state. */
  async #unguard(table: string): Promise<void> {
    if (this.#unguarded.has(table)) return
    await this.#superuser.query(`alter table ${table} disable trigger all`)
    this.#unguarded.add(table)
  }

  /** Opens accounts that hold plenty. */
  async room(named: readonly Named[]): Promise<void> {
    const missing = named.filter(({ account }) => !this.#opened.has(accountId(account)))
    if (missing.length === 0) return
    for (const { account } of missing) this.#opened.add(accountId(account))
    const rows = missing.map(({ account, customer_id }) => {
      const { owner, side, subject }: AccountRule = ACCOUNT_CODES[account.code]
      const is_customers = owner === 'customer' ? account.owner_id : subject === 'plan' ? customer_id : null
      const [debits, credits] = side === 'debit' ? [ROOM_MICROS, 0n] : [0n, ROOM_MICROS]
      const { code, owner_id, subject_id = null } = account
      return { id: accountId(account), code, owner_id, subject_id, side, is_customers, debits, credits }
    })
    await this.#superuser.query(
      `insert into ledger.accounts (
         id, code, owner_id, subject_id, side, customer_id, debits_posted_micros, credits_posted_micros, opened_at, last_at)
       select *, $9, $9
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::ledger.side[], $6::uuid[], $7::bigint[], $8::bigint[])
       on conflict do nothing`,
      [
        rows.map(({ id }) => id),
        rows.map(({ code }) => code),
        rows.map(({ owner_id }) => owner_id),
        rows.map(({ subject_id }) => subject_id),
        rows.map(({ side }) => side),
        rows.map(({ is_customers }) => is_customers),
        rows.map(({ debits }) => debits),
        rows.map(({ credits }) => credits),
        MOMENT,
      ],
    )
  }

  async entries(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return
    await this.#superuser.query(
      `insert into ledger.transfers (
         id, debit_account_id, credit_account_id, amount_micros, posting, cause_kind, cause_id, created_at)
       select *, $8 from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::uuid[])`,
      [
        entries.map(({ id }) => id),
        entries.map(({ debit }) => accountId(debit)),
        entries.map(({ credit }) => accountId(credit)),
        entries.map(({ amount_micros }) => amount_micros),
        entries.map(({ posting }) => posting),
        entries.map(({ cause_kind }) => cause_kind),
        entries.map(({ cause_id }) => cause_id),
        MOMENT,
      ],
    )
  }
}

function filling(type: string): unknown {
  switch (type) {
    case 'uuid':
    case 'text':
      return newId()
    case 'bytea':
      return randomBytes(32)
    case 'boolean':
      return false
    case 'jsonb':
      return '{}'
    default:
      return type.startsWith('timestamp') || type === 'date' ? MOMENT : 0
  }
}
