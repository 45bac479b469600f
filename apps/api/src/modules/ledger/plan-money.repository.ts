import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { type Page, type Position, pageOf } from '../paging.ts'
import type { PlanBalance } from './balances.repository.ts'
import type { EntryRow } from './transfers.repository.ts'

/** As `planBalances`, for many plans at once; plans without accounts are absent. Needs system scope. */
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

/** What is left of posted transfers after their reversals, by transfer id; unknown ids are absent. */
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

/**
 * A page of the entries that something caused or that belong to fund-flow lines `flow_ids`, newest first. Needs
 * system scope. Throws `Refusal('cursor_invalid')`.
 */
export async function entriesBehind(
  tx: Transaction,
  subject: { cause_kind: string; cause_id: string; flow_ids: readonly string[] },
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
      where (cause_id = ${subject.cause_id} and cause_kind = ${subject.cause_kind}
          or flow_id = any (${subject.flow_ids}::text[]))
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
