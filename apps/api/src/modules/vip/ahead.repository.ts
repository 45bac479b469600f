import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { Ahead } from '../ahead.ts'

/** When a customer's VIP month ends, if that is before a moment. */
export async function vipAhead(
  tx: Transaction,
  { customer_id, until }: { customer_id: string; until: Date },
): Promise<Ahead[]> {
  const { rows } = await sql<Ahead>`
    select 'vip_ends' as kind, ends_at as at, vip_id as subject_id, null as name, null as amount_micros
    from vip.months where customer_id = ${customer_id} and ended_at is null and ends_at <= ${until}`.execute(
    tx,
  )
  return rows
}
