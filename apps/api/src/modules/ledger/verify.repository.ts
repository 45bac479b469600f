import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** One kind of difference, how often it was found, and where. */
export interface Difference {
  fault: string
  count: number
  /** At most ten: ids of accounts, transfers, lines. */
  subjects: string[]
}

/** Recomputes everything from the transfers as of one moment and answers the differences. */
export async function readDifferences(tx: Transaction): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select fault, count(*)::integer as count, (array_agg(subject order by subject))[1:10] as subjects
    from ledger.differences group by fault order by fault`.execute(tx)
  return rows
}

/** The database's chart, postings and causes, as one text per row. */
export async function readRules(
  tx: Transaction,
): Promise<{ accounts: string[]; pairs: string[]; causes: string[] }> {
  const accounts = await sql<{ rule: string }>`
    select concat_ws(' ', code, owner_kind, side, coalesce(subject_kind, '-'), coalesce(wallet_part, '-')) as rule
    from ledger.account_codes`.execute(tx)
  const pairs = await sql<{ rule: string }>`
    select concat_ws(' ', posting, debit_code, credit_code) as rule from ledger.posting_pairs`.execute(tx)
  const causes = await sql<{ rule: string }>`
    select concat_ws(' ', posting, cause_kind, roles) as rule from ledger.posting_causes`.execute(tx)
  const rulesOf = ({ rows }: { rows: { rule: string }[] }) => rows.map(({ rule }) => rule)
  return { accounts: rulesOf(accounts), pairs: rulesOf(pairs), causes: rulesOf(causes) }
}

/** How many accounts, transfers and lines there are to verify. */
export async function countLedger(
  tx: Transaction,
): Promise<{ accounts: number; transfers: number; flow_lines: number }> {
  const { rows } = await sql<{ accounts: number; transfers: number; flow_lines: number }>`
    select
      (select count(*) from ledger.accounts)::integer as accounts,
      (select count(*) from ledger.transfers)::integer as transfers,
      (select count(*) from ledger.flow_lines)::integer as flow_lines`.execute(tx)
  return rows[0] ?? { accounts: 0, transfers: 0, flow_lines: 0 }
}
