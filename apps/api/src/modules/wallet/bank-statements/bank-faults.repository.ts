import type { BankFaultKind, Rail } from '@adtally/contract/operator/finance/deposits-statements.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

export interface BankStatementFault {
  fetched_id: string
  sequence: string
  rail: Rail
  external_id: string
  fetched_at: Date
  found_as: BankFaultKind
  /** The element, id or reference that caused it. */
  blamed: string | null
  /** The booked statement that people brought and it contradicts: nothing is booked from its lines, payments stop. */
  contradicted_id: string | null
}

/**
 * Faults without a good statement after them, be it fetched and booked or brought by two people. Both are found at
 * the newest end of an index, however much is stored. What contradicts a statement that people brought stays until
 * that is withdrawn, whatever follows.
 */
const OPEN = sql`
  from (
    select fault.fetched_id, fault.sequence, fault.rail, fault.external_id, fault.fetched_at, fault.found_as,
      fault.blamed, null::uuid as contradicted_id
    from wallet.fetched_statements fault
    where fault.found_as in ('malformed', 'differs')
    and fault.sequence > coalesce((
      select good.sequence from wallet.fetched_statements good
      join wallet.brought_statements brought using (brought_id)
      where good.rail = fault.rail and good.found_as = 'new' and brought.ended_as = 'confirmed'
      order by good.sequence desc limit 1), 0)
    and fault.fetched_at >= coalesce((
      select brought.confirmed_at from wallet.bank_statements brought
      where brought.rail = fault.rail and brought.origin = 'two_people' and brought.withdrawn_at is null
      order by brought.sequence desc limit 1), '-infinity')
      and not exists (
        select from wallet.contradicted_statements told where told.fetched_id = fault.fetched_id)
    union all
    select fault.fetched_id, fault.sequence, fault.rail, fault.external_id, fault.fetched_at, 'differs', fault.blamed,
      told.statement_id
    from wallet.contradicted_statements told join wallet.fetched_statements fault using (fetched_id)
  ) as fault`

/** Statements that can't be booked, newest first, optionally before one of them. System scope. */
export async function bankFaults(
  tx: Transaction,
  { before, rows_max }: { before?: string | undefined; rows_max: number },
): Promise<BankStatementFault[]> {
  const { rows } = await sql<BankStatementFault>`
    select fetched_id, sequence::text, rail, external_id, fetched_at, found_as, blamed,
      contradicted_id ${OPEN}
    where (${before ?? null}::bigint is null or fault.sequence < ${before ?? null}::bigint)
    order by fault.sequence desc limit ${rows_max}`.execute(tx)
  return rows
}

/** Their number by kind. System scope. */
export async function countBankFaults(tx: Transaction): Promise<Record<BankFaultKind, number>> {
  const { rows } = await sql<{ found_as: BankFaultKind; count: string }>`
    select fault.found_as, count(*)::text as count ${OPEN} group by fault.found_as`.execute(tx)
  const of = (kind: BankFaultKind) => Number(rows.find(({ found_as }) => found_as === kind)?.count ?? 0)
  return { malformed: of('malformed'), differs: of('differs') }
}
