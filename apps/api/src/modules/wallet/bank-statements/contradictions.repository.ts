import type { Rail } from '@adtally/contract/operator/finance/deposits-statements.ts'
import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

const SHOWN_MAX = 20

/** A booked statement that people brought, and the bank's own that contradicts it. */
export interface Contradiction {
  statement_id: string
  rail: Rail
  closing_balance_micros: Micros
  fetched_id: string
  /** The bank's own id. */
  external_id: string
  fetched_at: Date
  said_micros: Micros
}

/** The first contradictions between the bank and booked statements, oldest first. System scope. */
export async function contradictions(tx: Transaction): Promise<Contradiction[]> {
  const { rows } = await sql<Contradiction>`
    select statement_id, rail, closing_balance_micros, fetched_id, external_id, fetched_at, said_micros
    from wallet.contradicted_statements order by fetched_at, fetched_id limit ${SHOWN_MAX}`.execute(tx)
  return rows
}
