import type { Micros } from '@adtally/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { type Page, type Position, pageOf } from '../../paging.ts'
import { accountId } from '../account-id.ts'
import type { Account, AccountCode } from '../chart-of-accounts.ts'
import type { CauseKind, PostingName } from '../postings.ts'
import type { PlanBalance } from './balances.repository.ts'
import type { EntryRow } from './transfers.repository.ts'

/** Like `planBalances`, for many plans at once; plans without accounts are absent. Needs system scope. */
export async function balancesOfPlans(
  tx: Transaction,
  plan_ids: readonly string[],
): Promise<Map<string, PlanBalance[]>> {
  const { rows } = await sql<PlanBalance & { plan_id: string }>`
    select subject_id as plan_id, code, owner_id, credits_posted_micros - debits_posted_micros as balance_micros
    from ledger.accounts where subject_id = any (${plan_ids}::uuid[]) order by subject_id, code, owner_id`.execute(
    tx,
  )
  const found = new Map<string, PlanBalance[]>()
  for (const { plan_id, ...balance } of rows) {
    const balances = found.get(plan_id)
    if (balances) balances.push(balance)
    else found.set(plan_id, [balance])
  }
  return found
}

/** What remains of posted transfers after their reversals, by transfer id; unknown ids are absent. */
export async function unreversedAmounts(
  tx: Transaction,
  transfer_ids: readonly string[],
): Promise<Map<string, Micros>> {
  const { rows } = await sql<{ id: string; left_micros: Micros }>`
    select id, (amount_micros - coalesce((
      select sum(amount_micros) from ledger.transfers reversal where reversal.reverses_id = transfers.id
    ), 0))::bigint as left_micros
    from ledger.transfers where id = any (${transfer_ids}::uuid[]) and reverses_id is null`.execute(tx)
  return new Map(rows.map(({ id, left_micros }) => [id, left_micros]))
}

/** An entry with what its reversals have left of it, and where its money came from and went. */
export interface EntryLeft {
  id: string
  debit: { code: AccountCode; owner_id: string }
  credit: { code: AccountCode; owner_id: string }
  left_micros: Micros
}

/** Causes of one kind. */
interface Causes {
  kind: CauseKind
  ids: readonly string[]
}

/** What is left of these causes' own entries on a plan's accounts under a posting, oldest first. Needs system scope. */
export async function entriesLeftOf(
  tx: Transaction,
  { causes, posting, plan_id }: { causes: Causes; posting: PostingName; plan_id: string },
): Promise<EntryLeft[]> {
  return await entriesLeft(
    tx,
    sql`entry.cause_kind = ${causes.kind} and entry.cause_id = any (${[...causes.ids]}::uuid[]) and entry.posting = ${posting}
      and ${plan_id} in (debit.subject_id, credit.subject_id) and entry.reverses_id is null`,
  )
}

/** What is left of entries that moved money out of these accounts under one of the postings. Needs system scope. */
export async function entriesLeftOutOf(
  tx: Transaction,
  { accounts, postings }: { accounts: readonly Account[]; postings: readonly PostingName[] },
): Promise<EntryLeft[]> {
  return await entriesLeft(
    tx,
    sql`entry.debit_account_id = any (${accounts.map(accountId)}::uuid[]) and entry.posting = any (${[...postings]}::text[])
      and entry.reverses_id is null`,
  )
}

/** What is left of these causes' reversals of these entries. Needs system scope. */
export async function reversalsBy(
  tx: Transaction,
  { causes, reverses_ids }: { causes: Causes; reverses_ids: readonly string[] },
): Promise<(EntryLeft & { reverses_id: string | null })[]> {
  return await entriesLeft(
    tx,
    sql`entry.reverses_id = any (${[...reverses_ids]}::uuid[]) and entry.cause_kind = ${causes.kind}
      and entry.cause_id = any (${[...causes.ids]}::uuid[])`,
  )
}

async function entriesLeft(
  tx: Transaction,
  which: RawBuilder<unknown>,
): Promise<(EntryLeft & { reverses_id: string | null })[]> {
  const { rows } = await sql<{
    id: string
    reverses_id: string | null
    debit_code: AccountCode
    debit_owner_id: string
    credit_code: AccountCode
    credit_owner_id: string
    left_micros: Micros
  }>`
    select entry.id, entry.reverses_id, debit.code as debit_code, debit.owner_id as debit_owner_id,
      credit.code as credit_code, credit.owner_id as credit_owner_id,
      (entry.amount_micros - coalesce((
        select sum(amount_micros) from ledger.transfers reversal where reversal.reverses_id = entry.id
      ), 0))::bigint as left_micros
    from ledger.transfers entry
    join ledger.accounts debit on debit.id = entry.debit_account_id
    join ledger.accounts credit on credit.id = entry.credit_account_id
    where ${which}
    order by entry.number`.execute(tx)
  return rows
    .filter(({ left_micros }) => left_micros > 0n)
    .map((row) => ({
      id: row.id,
      reverses_id: row.reverses_id,
      debit: { code: row.debit_code, owner_id: row.debit_owner_id },
      credit: { code: row.credit_code, owner_id: row.credit_owner_id },
      left_micros: row.left_micros,
    }))
}

/** How many entries of `posting` each cause of `kind` has had since a time; causes with none are absent. */
export async function countByCause(
  tx: Transaction,
  query: { kind: string; ids: readonly string[]; posting: string; since: Date },
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ cause_id: string; entries: bigint }>`
    select cause_id, count(*) as entries
    from ledger.transfers
    where cause_id = any (${query.ids}::uuid[]) and cause_kind = ${query.kind} and reverses_id is null
      and posting = ${query.posting} and created_at >= ${query.since}
    group by cause_id`.execute(tx)
  return new Map(rows.map(({ cause_id, entries }) => [cause_id, entries]))
}

/** Entries with this cause, or of these fund-flow lines; `between` narrows them. */
interface EntriesSubject {
  cause_kind: string
  cause_id: string
  flow_ids: readonly string[]
  between?: EntryFilter | undefined
}

/** The account codes that an entry has to touch, and the posting that it must or must not be. */
export interface EntryFilter {
  codes: readonly string[]
  posting?: string
  not_posting?: string
}

const ANY: EntryFilter = { codes: [] }

function isBehind({ cause_kind, cause_id, flow_ids, between = ANY }: EntriesSubject) {
  const { codes, posting = null, not_posting = null } = between
  return sql`(cause_id = ${cause_id} and cause_kind = ${cause_kind} or flow_id = any (${flow_ids}::text[]))
    and array[debit.code, credit.code] @> ${codes}::text[]
    and (${posting}::text is null or posting = ${posting}) and posting is distinct from ${not_posting}`
}

/** Net change of an account by the entries of a subject: credited less debited. Needs system scope. */
export async function changeBehind(
  tx: Transaction,
  subject: EntriesSubject,
  { code, owner_id }: { code: string; owner_id: string },
): Promise<Micros> {
  const { rows } = await sql<{ change_micros: Micros }>`
    select coalesce(sum(case when credit.code = ${code} and credit.owner_id = ${owner_id} then amount_micros else 0 end)
      - sum(case when debit.code = ${code} and debit.owner_id = ${owner_id} then amount_micros else 0 end), 0)::bigint
      as change_micros
    from ledger.transfers
    join ledger.accounts debit on debit.id = debit_account_id
    join ledger.accounts credit on credit.id = credit_account_id
    where ${isBehind(subject)}`.execute(tx)
  return rows[0]?.change_micros ?? 0n
}

/**
 * A page of the entries with a cause or of the fund-flow lines `flow_ids`, newest first. Needs system scope. Throws
 * `Refusal('cursor_invalid')`.
 */
export async function entriesBehind(
  tx: Transaction,
  subject: EntriesSubject,
  page: { cursor?: string | undefined; limit: number },
): Promise<Page<EntryRow>> {
  return await pageOf(page, async (after: Position | null, rows_max) => {
    const { rows } = await sql<EntryRow & { at: string }>`
      select
        transfers.id, posting, debit.code as debit_code, credit.code as credit_code, amount_micros, reverses_id,
        cause_kind, cause_id, flow_id, transfers.created_at, transfers.created_at::text as at
      from ledger.transfers
      join ledger.accounts debit on debit.id = debit_account_id
      join ledger.accounts credit on credit.id = credit_account_id
      where ${isBehind(subject)}
        ${
          after === null
            ? sql``
            : sql`and (transfers.created_at, number)
            < (${after.at}::timestamptz, (select number from ledger.transfers where id = ${after.id}::uuid))`
        }
      order by transfers.created_at desc, number desc limit ${rows_max}`.execute(tx)
    return rows.map(({ at, ...row }) => ({ row, position: { at, id: row.id } }))
  })
}
