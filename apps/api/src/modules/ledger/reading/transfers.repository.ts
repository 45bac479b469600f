import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { AccountCode } from '../chart-of-accounts.ts'
import type { PostingName } from '../postings.ts'

/** One immutable ledger entry. */
export interface EntryRow {
  id: string
  posting: PostingName
  debit_code: AccountCode
  credit_code: AccountCode
  amount_micros: Micros
  reverses_id: string | null
  cause_kind: string
  cause_id: string
  flow_id: string | null
  created_at: Date
}

/** An entry with the owners and subjects of both accounts. */
export interface OwnedEntryRow extends EntryRow {
  debit_owner_id: string
  debit_subject_id: string | null
  credit_owner_id: string
  credit_subject_id: string | null
}

const OWNED_ENTRIES = sql`
  select
    transfers.id, posting, debit.code as debit_code, debit.owner_id as debit_owner_id,
    debit.subject_id as debit_subject_id, credit.code as credit_code, credit.owner_id as credit_owner_id,
    credit.subject_id as credit_subject_id, amount_micros, reverses_id, cause_kind, cause_id, flow_id,
    transfers.created_at
  from ledger.transfers
  join ledger.accounts debit on debit.id = debit_account_id
  join ledger.accounts credit on credit.id = credit_account_id`

/** Every entry with this cause, oldest first. Needs system scope, as the other side has another owner. */
export async function transfersByCause(tx: Transaction, kind: string, id: string): Promise<OwnedEntryRow[]> {
  const { rows } = await sql<OwnedEntryRow>`
    ${OWNED_ENTRIES} where cause_id = ${id} and cause_kind = ${kind} order by transfers.created_at, number`.execute(
    tx,
  )
  return rows
}

/** One entry, whoever owns it; undefined if there is none with this id. Needs system scope. */
export async function entryById(tx: Transaction, entry_id: string): Promise<OwnedEntryRow | undefined> {
  const { rows } = await sql<OwnedEntryRow>`${OWNED_ENTRIES} where transfers.id = ${entry_id}`.execute(tx)
  return rows[0]
}

/** An entry as shown to a customer whom it concerns. */
export interface CustomerEntry extends EntryRow {
  /** The subject of its fund-flow line; null if it has none. */
  subject_kind: string | null
  subject_id: string | null
  /** The plan of one of its accounts. */
  plan_id: string | null
}

/** One entry that touches the customer's money or their plan; null if there is none with this id. */
export async function entryOfCustomer(
  tx: Transaction,
  customer_id: string,
  transfer_id: string,
): Promise<CustomerEntry | null> {
  const { rows } = await sql<CustomerEntry>`
    select * from ledger.entry_of_customer(${customer_id}, ${transfer_id})`.execute(tx)
  return rows[0] ?? null
}

/** What one transaction posts in all from one account to another. */
export interface PostedSum {
  posting: string
  debit_code: string
  debit_owner_id: string
  credit_code: string
  credit_owner_id: string
  amount_micros: Micros
}

/** What the current transaction has posted so far, by posting and accounts. Needs system scope. */
export async function postedHere(tx: Transaction): Promise<PostedSum[]> {
  const { rows } = await sql<PostedSum>`select * from ledger.posted_here()`.execute(tx)
  return rows
}
