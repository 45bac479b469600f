import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { Ahead } from '../ahead.ts'

/** When a customer's startup funds end, if that is before a moment. */
export async function startupAhead(
  tx: Transaction,
  { customer_id, until }: { customer_id: string; until: Date },
): Promise<Ahead[]> {
  const { rows } = await sql<Ahead>`
    select 'startup_funds_end' as kind, expires_at as at, grant_id as subject_id, null as name, null as amount_micros
    from startup.grants
    where customer_id = ${customer_id} and expires_at <= ${until} and not exists (
      select from startup.returns where returns.grant_id = grants.grant_id and cause = 'expired')`.execute(tx)
  return rows
}
